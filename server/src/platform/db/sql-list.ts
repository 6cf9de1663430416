/** Lists our own constants; untrusted values must be parameters. */
export const sqlList = (values: readonly string[]): string => `('${values.join("', '")}')`
