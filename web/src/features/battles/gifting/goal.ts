/** Returns the Steeze a side needs to lead, or null while it leads. */
export const missingToLead = (own: number, rival: number): number | null => (own > rival ? null : rival - own + 1)
