/** A calendar day, 'YYYY-MM-DD'. Compares as text. */
export type Day = string
