interface LeadFacts {
  name: string
  /** Whether the viewer leads now. */
  isLeader: boolean
  /** Whether the viewer has just gifted to that side. */
  isOwnGift: boolean
}

export function leadWords({ name, isLeader, isOwnGift }: LeadFacts): readonly [string, string] {
  if (isLeader) return ['You', 'take the lead']
  return isOwnGift ? ['Your gift', `puts ${name} ahead`] : [name, 'takes the lead']
}
