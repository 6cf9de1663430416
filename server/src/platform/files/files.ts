export interface Files {
  /** Replaces a file of the same name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  get(name: string): Promise<Uint8Array | null>
  remove(name: string): Promise<void>
}
