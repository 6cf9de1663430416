/** Where files are kept that people gave us, by names we made. */
export interface Files {
  /** Keeps a file, in place of one of the same name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null: there is none of this name. */
  get(name: string): Promise<Uint8Array | null>
  /** Fine when there is none. */
  remove(name: string): Promise<void>
}
