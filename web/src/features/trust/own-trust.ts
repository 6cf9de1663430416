import { read } from '#lib/query-client'

export const ownTrust = read('GET /api/trust/own')
