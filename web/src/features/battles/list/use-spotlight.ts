import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

const REFRESH_MS = 30_000

/** Reads the live battle that ends first, else the one that ended last, with a visitor's permissions. */
export const useSpotlight = () => useQuery({ ...read('GET /api/spotlight'), refetchInterval: REFRESH_MS })
