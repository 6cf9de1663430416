export interface Files {
  /** Stores a file, replacing one of the same name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  get(name: string): Promise<Uint8Array | null>
  remove(name: string): Promise<void>
}
