/** Returns the address at which a collector takes traces, given its base address. */
export const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`
