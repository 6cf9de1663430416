interface LeadFacts {
  name: string
  /** The viewer is the one who leads now. */
  isLeader: boolean
  /** The viewer has just gifted to that side. */
  isOwnGift: boolean
}

/** Returns two lines. */
export function leadWords({ name, isLeader, isOwnGift }: LeadFacts): readonly [string, string] {
  if (isLeader) return ['You', 'take the lead']
  return isOwnGift ? ['Your gift', `puts ${name} ahead`] : [name, 'takes the lead']
}
