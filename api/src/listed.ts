/** Joins alternatives: '3, 4 or 5'. */
export const listed = (values: readonly (number | string)[]): string =>
  values.length < 2 ? String(values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
