import { paths } from '#paths'

export const vouchPath = (id: string): string => `${paths.user(id)}?vouch=1`

export const asksToVouch = (search: string): boolean => new URLSearchParams(search).get('vouch') === '1'
