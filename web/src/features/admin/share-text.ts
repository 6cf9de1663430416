/** '62% of 40'; a share is rounded down, so that 100% are all. */
export const shareText = ({ answered, right }: { answered: number; right: number }): string =>
  answered === 0 ? 'No answers yet' : `${Math.floor((100 * right) / answered)}% of ${answered}`
