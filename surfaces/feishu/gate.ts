/** A gate that is shut as long as anybody holds it. */
import { createDeferred, type Deferred } from './deferred.ts'

export class Gate {
  private holders = 0
  private next: Deferred<void> | undefined

  /** Shuts the gate until the returned function is called; calling it again changes nothing. */
  hold(): () => void {
    let isHolding = true
    this.holders += 1
    return () => {
      if (!isHolding) return
      isHolding = false
      this.holders -= 1
      if (this.holders > 0) return
      this.next?.resolve()
      this.next = undefined
    }
  }

  /** Resolves as soon as nobody holds the gate. */
  async opened(): Promise<void> {
    // Somebody may hold it anew meanwhile.
    while (this.holders > 0) {
      this.next ??= createDeferred()
      await this.next.promise
    }
  }
}
