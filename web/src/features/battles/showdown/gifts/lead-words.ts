interface LeadFacts {
  name: string
  isLeader: boolean
  isOwnGift: boolean
}

export function leadWords({ name, isLeader, isOwnGift }: LeadFacts): readonly [string, string] {
  if (isLeader) return ['You', 'take the lead']
  return isOwnGift ? ['Your gift', `puts ${name} ahead`] : [name, 'takes the lead']
}
