/** Returns a file whose letters spreadsheets read right: without the mark at its start they guess the encoding. */
export const csvFile = (csv: string, name: string): File =>
  new File(['\uFEFF', csv], name, { type: 'text/csv;charset=utf-8' })

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark. Null for any other encoding, since guessing
 * would store wrong letters.
 */
export async function csvText(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
