export interface Uncovered {
  lines: number
  branches: number
}

/** Returns uncovered lines by file of an lcov report. A missing file was not measured. */
export function uncovered(lcov: string): Map<string, Uncovered> {
  const files = new Map<string, Uncovered>()
  for (const record of lcov.split('end_of_record')) {
    const file = /^SF:(.+)$/m.exec(record)?.[1]
    const count = (name: string) => Number(new RegExp(`^${name}:(\\d+)$`, 'm').exec(record)?.[1])
    if (file) files.set(file, { lines: count('LF') - count('LH'), branches: count('BRF') - count('BRH') })
  }
  return files
}
