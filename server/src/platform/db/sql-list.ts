/** Returns our own constants as an SQL list: ('a', 'b'). Untrusted values must be parameters instead. */
export const sqlList = (values: readonly string[]): string => `('${values.join("', '")}')`
