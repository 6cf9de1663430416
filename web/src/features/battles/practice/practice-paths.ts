import { paths } from '#paths'

// Apart from `paths`, which come with the first page.
export const practiceOf = (id: string): string => `${paths.practice}?id=${id}`
export const practiceAgainst = (userId: string): string => `${paths.practice}?against=${userId}`
