/** For our own constants only: untrusted values must be parameters. */
export const sqlList = (values: readonly string[]): string => `('${values.join("', '")}')`
