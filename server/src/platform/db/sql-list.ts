/** Returns constants of ours as a list for SQL: ('a', 'b'). Values from outside are parameters, never part of the text. */
export const sqlList = (values: readonly string[]): string => `('${values.join("', '")}')`
