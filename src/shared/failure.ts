/** A failure that the user can fix, printed without a stack. Anything else is a bug in docgen (exit code 3). */
export class Failure extends Error {
  /** 1: the content or the machine is at fault; 2: the arguments or the configuration. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
    this.exitCode = exitCode;
  }
}

/** System error codes and what they mean to a user. */
const MACHINE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the disk",
  EDQUOT: "the disk quota is used up",
  EEXIST: "exists already, and is not a folder",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "a part of this path is a file, not a folder",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "symbolic links lead in a circle",
  EMFILE: "too many open files",
  ENFILE: "too many open files on this machine",
};

/** System calls that read a file known to exist. */
const READING = ["open", "stat", "lstat", "scandir", "read"];

/** Converts a system error to a `Failure` that names the path; returns any other error unchanged. */
export function explainMachineError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error;
  const { code, path, syscall = "" } = error as NodeJS.ErrnoException;
  let words = MACHINE_ERRORS[code ?? ""];
  if (code === "ENOENT" && path !== undefined && READING.includes(syscall)) words = "deleted while docgen was running";
  if (code === "ENOENT" && syscall === "mkdir") words = "can't create a folder here";
  if (words === undefined) return error;
  return new Failure(1, `${path === undefined ? "" : `${path}: `}${words} (${code})`, { cause: error });
}
