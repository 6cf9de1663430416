export const missingToLead = (own: number, rival: number): number | null => (own > rival ? null : rival - own + 1)
