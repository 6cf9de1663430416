/** Parses whole units such as "12.5" into smallest units; undefined for other texts or too many digits. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, part = ''] = /^(\d{1,24})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined || part.length > decimals) return undefined
  return BigInt(whole + part.padEnd(decimals, '0'))
}

/** Formats smallest units as whole ones without trailing zeros: 12500000n of 6 decimals is "12.5". */
export function formatUnits(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  return part ? `${whole}.${part}` : whole
}
