/** Stores uploaded files under names we generate. */
export interface Files {
  /** Stores a file and replaces one of the same name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** Returns null for an unknown name. */
  get(name: string): Promise<Uint8Array | null>
  /** Does nothing for an unknown name. */
  remove(name: string): Promise<void>
}
