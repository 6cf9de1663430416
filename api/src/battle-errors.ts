// In a module of their own, since a battle’s first picture needs these and none of the others.
export const BATTLE_NOT_FOUND = { status: 404, message: "The battle you're looking for doesn't exist." } as const
export const GIFT_AMOUNT_INVALID = { status: 400, message: 'Please enter a valid gift amount' } as const
