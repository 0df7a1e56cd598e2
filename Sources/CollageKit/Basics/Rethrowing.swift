internal import SystemPackage

/// The value of a system call; if that fails, the error is the one that `transform` makes of it.
@discardableResult
func rethrowing<Value: ~Copyable, Other>(
  _ call: @autoclosure () throws(Errno) -> Value, _ transform: (Errno) -> Other
) throws(Other) -> Value {
  do throws(Errno) {
    return try call()
  } catch {
    throw transform(error)
  }
}

/// The value of any call; if that fails, the error is the one that `transform` makes of it.
@discardableResult
func rethrowing<Value: ~Copyable, Failure, Other>(
  _ call: @autoclosure () throws(Failure) -> Value, _ transform: (Failure) -> Other
) throws(Other) -> Value {
  do throws(Failure) {
    return try call()
  } catch {
    throw transform(error)
  }
}
