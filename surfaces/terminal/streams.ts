/** The two ends of a terminal, as far as they are used. */

/** What is asked of the stream that keys come from; `process.stdin` fits. */
export interface TerminalInput {
  setRawMode?(raw: boolean): unknown
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown
  off(event: 'data', listener: (bytes: Uint8Array) => void): unknown
  resume(): unknown
  pause(): unknown
}

/** What is asked of the stream that is painted to; `process.stdout` fits. */
export interface TerminalOutput {
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  /** `done` is called when the bytes have left this process, or with the error that kept them. */
  write(text: string, done?: (error?: Error | null) => void): boolean
  on(event: 'resize' | 'error', listener: (error: Error) => void): unknown
  off(event: 'resize' | 'error', listener: (error: Error) => void): unknown
}
