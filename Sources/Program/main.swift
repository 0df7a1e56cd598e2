internal import CollageCLI

Program.main()
