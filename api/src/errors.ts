/** Status and user-facing message of every API error. Codes are stable; messages may be reworded. */
export const API_ERRORS = {
  INVALID_REQUEST: { status: 400, message: 'The request is not valid' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  FORBIDDEN: { status: 403, message: 'You don’t have permission to do this' },
  ORIGIN_REFUSED: { status: 403, message: 'This request did not come from an Aura page' },
  NOT_FOUND: { status: 404, message: 'Nothing was found at this address' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address doesn’t support that method' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send a JSON body' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was already used with another request' },
  REQUEST_RUNNING: {
    status: 425,
    message: 'The same request is still running. Wait a moment and try again.',
  },
  REQUEST_OUTCOME_UNKNOWN: {
    status: 409,
    message: 'We can’t tell whether this went through. Check before you try again.',
  },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side' },
  UNAVAILABLE: { status: 503, message: 'Aura is unavailable right now. Try again shortly.' },

  FRESH_SIGN_IN_REQUIRED: { status: 403, message: 'Confirm it’s you to continue' },
  OLD_WALLET_REQUIRED: { status: 403, message: 'Only your current wallet can approve this' },
  SIGNATURE_REQUIRED: { status: 401, message: 'Sign the message in your wallet to continue' },
  SIGN_IN_MESSAGE_INVALID: { status: 401, message: 'The signed message isn’t the one Aura asked for' },
  SIGNATURE_INVALID: { status: 401, message: 'The signature does not match this wallet' },
  NONCE_INVALID: { status: 401, message: 'This sign-in request has expired or was already used. Try again.' },
  CHAIN_UNAVAILABLE: { status: 503, message: 'We can’t reach the network right now. Try again shortly.' },
  BETA_ACCESS_REQUIRED: {
    status: 403,
    message: 'This wallet address is not whitelisted for the closed beta. Check your access status or contact support.',
  },

  ADMIN_NOT_RESTRICTED: {
    status: 409,
    message: 'This person is an admin. Remove their admin role on the server’s command line first.',
  },
  ADMIN_OWN_ACCOUNT: { status: 409, message: 'This is your own account. Another admin can do this.' },
  ADMIN_OWN_BATTLE: {
    status: 409,
    message: 'You are part of this battle or gifted in it. Another admin can cancel it.',
  },
  ADMIN_OWN_REPORT: {
    status: 409,
    message: 'These reports are about you or by you. Another admin decides about them.',
  },
  REPORTS_NOT_FOUND: { status: 404, message: 'No report of this person waits any more.' },
  ADMIN_OWN_COMMENT: { status: 409, message: 'You wrote this comment. Another admin decides about it.' },
  WHITELIST_ENTRY_NOT_FOUND: { status: 404, message: 'This wallet is not on the list' },
  WHITELIST_OWN_WALLET: { status: 409, message: 'This is your own wallet. Removing it would lock you out.' },
  WHITELIST_CSV_INVALID: { status: 400, message: 'Nothing was added. Some lines can’t be read.' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'Your account is suspended' },

  WALLET_TAKEN: { status: 409, message: 'This wallet belongs to another Aura account' },
  LAST_SIGN_IN: {
    status: 409,
    message: 'X is the only way to sign in to this account. Connect a wallet first, then disconnect X.',
  },
  X_POSTING_OFF: { status: 403, message: 'Posting to X isn’t available here' },
  X_NOT_CONNECTED: { status: 409, message: 'Connect your X account first' },
  X_PERMISSION_MISSING: { status: 409, message: 'Connect X again and allow Aura to post' },
  X_REFUSED: { status: 409, message: 'X refused this post' },
  X_UNAVAILABLE: { status: 503, message: 'X isn’t responding right now. Try again shortly.' },

  USERNAME_TAKEN: { status: 409, message: 'Username is already taken' },
  IMAGE_MISSING: { status: 400, message: 'Choose an image first' },
  IMAGE_TOO_LARGE: { status: 413, message: 'Images can be up to 5 MB' },
  IMAGE_UNREADABLE: { status: 415, message: 'We couldn’t read this image. Choose a PNG, JPEG, WebP, GIF or AVIF.' },
  IMAGE_TOO_MANY_PIXELS: { status: 413, message: 'This image has too many pixels. Choose a smaller one.' },
  IMAGE_TOO_SLOW: { status: 422, message: 'This image takes too long to process. Choose a smaller one.' },
  IMAGE_UPLOADING: { status: 409, message: 'Your last image is still uploading. Wait a moment and try again.' },
  IMAGE_BUSY: { status: 503, message: 'Many images are being uploaded right now. Try again shortly.' },
  DELETION_NOT_CONFIRMED: { status: 400, message: 'Type your username to delete your account' },
  ACCOUNT_IN_USE: {
    status: 409,
    message: 'You can delete your account once your battles, gifts and redemptions are finished',
  },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended' },
  TIME_ZONE_CHANGED_RECENTLY: { status: 409, message: 'You can change your time zone once every 7 days' },

  LESSON_NOT_FOUND: { status: 404, message: 'This lesson does not exist' },
  LESSON_NOT_AVAILABLE: { status: 409, message: 'This isn’t one of today’s lessons' },
  QUIZ_NOT_PASSED: { status: 409, message: 'Answer the knowledge check correctly first' },
  LAB_NOT_FOUND: { status: 404, message: 'This lesson has no lab' },
  LAB_NOT_DONE: { status: 409, message: 'Solve this lesson’s lab first' },
  LAB_REFUSED: { status: 422, message: 'This can’t be a run of your lab. Start over and try again.' },
  LAB_BUSY: { status: 503, message: 'Many labs are being checked right now. Try again shortly.' },
  CHECK_RESTS: { status: 409, message: 'This check rests until tomorrow. Your other lessons are open.' },
  QUESTION_CHANGED: { status: 409, message: 'This question was answered already. Here is the next one.' },
  REVIEW_NOT_AVAILABLE: { status: 409, message: 'There is nothing to review right now' },
  UNIT_NOT_FOUND: { status: 404, message: 'This unit does not exist' },
  PLACEMENT_NOT_AVAILABLE: { status: 409, message: 'This unit has no lesson left that a check could pass' },
  PLACEMENT_RESTS: { status: 409, message: 'You can try to pass a unit again tomorrow. Today’s lessons are open.' },
  QUIZ_RETRY_TOO_SOON: { status: 429, message: 'Read the explanation, then try again in a moment' },

  PUSH_OFF: { status: 403, message: 'Push notifications aren’t available here' },
  PUSH_SERVICE_UNKNOWN: { status: 400, message: 'This browser’s push service isn’t supported' },
  PUSH_SUBSCRIPTION_NOT_FOUND: { status: 404, message: 'Push notifications aren’t on in this browser' },
  NOTIFICATION_NOT_FOUND: { status: 404, message: 'This notification does not exist' },

  BATTLE_NOT_FOUND: { status: 404, message: "The battle you're looking for doesn't exist." },
  BATTLE_OPPONENT_REQUIRED: { status: 400, message: 'Please select an opponent to challenge.' },
  BATTLE_SELF_CHALLENGE: { status: 409, message: 'You cannot challenge yourself.' },
  BATTLE_STAKE_INVALID: { status: 400, message: 'Please enter a valid stake amount.' },
  BATTLE_STAKE_TOO_HIGH: { status: 409, message: "You don't have enough Aura Points to stake this amount!" },
  BATTLE_OPPONENT_STAKE_TOO_HIGH: {
    status: 409,
    message:
      'Why are you trying to rob this farmer of all their Aura? This user does not have enough balance to join this battle',
  },
  BATTLE_DATE_REQUIRED: { status: 400, message: 'Please select a battle date.' },
  BATTLE_DATE_NOT_FUTURE: { status: 400, message: 'Battle date and time must be in the future.' },
  BATTLE_DEMO_UNAVAILABLE: { status: 400, message: 'This server has no demo battles. Choose another length.' },
  BATTLE_DATE_TOO_FAR: { status: 400, message: 'A battle can start at most 30 days ahead.' },
  BATTLE_SPRINT_TOO_FAR: {
    status: 400,
    message: 'A battle of an hour or less must start within the hour.',
  },
  BATTLE_TOO_MANY_PENDING: {
    status: 409,
    message: 'You already have 5 challenges waiting for an answer. Withdraw one first.',
  },
  BATTLE_TOO_MANY_OPEN: { status: 409, message: 'You already have 3 accepted or live battles.' },
  BATTLE_CHALLENGER_TOO_MANY_OPEN: { status: 409, message: 'Your challenger already has 3 accepted or live battles.' },
  BATTLE_OPPONENT_NOT_ADMITTED: {
    status: 409,
    message: 'This user cannot be challenged yet: they have no wallet in the closed beta.',
  },
  BATTLE_CREATOR_UNAVAILABLE: { status: 409, message: 'This creator cannot battle right now.' },
  BATTLE_CHALLENGES_OFF: { status: 409, message: 'This creator takes no challenges.' },
  BATTLE_CHALLENGERS_KNOWN: {
    status: 409,
    message: 'This creator takes challenges only from people they follow or who vouched for them.',
  },
  BATTLE_PAIR_LIMIT: {
    status: 409,
    message: 'Battles of the same two creators move at most 1,000 AP in 7 days.',
  },
  BATTLE_NOT_PENDING: { status: 409, message: 'This challenge is no longer open.' },
  BATTLE_NOT_ACCEPTED: { status: 409, message: 'Only an accepted battle that has not started can be cancelled.' },
  BATTLE_NO_CANCELLATION_REQUEST: { status: 409, message: 'Nobody has asked to cancel this battle.' },
  BATTLE_OPPONENT_ONLY: { status: 403, message: 'Only the challenged creator can do this.' },
  BATTLE_CHALLENGER_ONLY: { status: 403, message: 'Only the challenger can do this.' },
  BATTLE_PARTICIPANTS_ONLY: { status: 403, message: 'Only the two participants can do this.' },
  BATTLE_CANCELLATION_OWN: { status: 403, message: 'Only the other participant can approve the cancellation.' },
  BATTLE_CANCELLATION_OTHERS: { status: 403, message: 'Only the participant who asked can withdraw the request.' },

  BATTLE_NOT_UPCOMING: { status: 409, message: 'This battle has already started.' },
  BATTLE_REMINDER_OWN: { status: 409, message: 'This is your own battle. We’ll notify you when it starts.' },
  BATTLE_NOT_OVER: { status: 409, message: 'The receipt is ready when the battle is over.' },
  BATTLE_TOO_MANY_TODAY: { status: 429, message: 'You have sent too many challenges today.' },
  BATTLE_TOO_MANY_TO_THEM: { status: 429, message: 'You have sent this creator too many challenges today.' },
  BATTLE_NO_REMATCH: { status: 409, message: 'You can ask for a rematch once a battle is decided.' },
  BATTLE_NOT_VOIDABLE: { status: 409, message: 'Only an accepted or active battle can be voided.' },
  BATTLE_NOT_ACTIVE: { status: 409, message: 'This battle is not live.' },
  BATTLE_ENDED: { status: 409, message: 'Voting has ended.' },
  GIFT_SIGN_IN_REQUIRED: { status: 401, message: 'Please log in to gift Steeze tokens' },
  GIFT_AMOUNT_INVALID: { status: 400, message: 'Please enter a valid gift amount' },
  GIFT_BY_PARTICIPANT: { status: 403, message: 'Participants cannot gift in their own battle.' },
  GIFT_TO_OUTSIDER: { status: 409, message: 'You can only gift one of the two participants.' },
  REACTION_TO_OUTSIDER: { status: 409, message: 'You can only cheer for one of the two participants.' },

  COMMENTS_NOT_OPEN: { status: 409, message: 'Comments open an hour before the battle starts.' },
  COMMENTS_CLOSED: { status: 409, message: 'This battle is over. You can still read its comments.' },
  COMMENTS_UNAVAILABLE: { status: 403, message: 'You can’t comment on this battle.' },
  COMMENT_PARTICIPANT_BLOCKED: {
    status: 409,
    message: 'You blocked one of the two. Unblock them in Settings to comment here.',
  },
  COMMENT_MUTED: { status: 403, message: 'You are muted in this battle. Nobody sees your comments here.' },
  COMMENTS_USED_UP: { status: 409, message: 'You have written 20 comments on this battle, which is the limit.' },
  COMMENT_TOO_SOON: { status: 429, message: 'One comment every 3 seconds. Try again in a moment.' },
  COMMENT_NOT_FOUND: { status: 404, message: 'This comment does not exist.' },
  COMMENT_OWN: { status: 409, message: 'This is your own comment.' },
  MUTE_NOT_ALLOWED: { status: 403, message: 'Only the two participants and admins can mute people in a battle.' },
  MUTE_PARTICIPANT: { status: 409, message: 'Participants can’t mute each other.' },
  GIFT_STEEZE_TOO_LOW: { status: 409, message: "You don't have enough Steeze for this gift." },

  FOLLOW_ONESELF: { status: 409, message: 'You cannot follow yourself.' },
  FOLLOWS_USED_UP: { status: 409, message: 'You follow as many people as one person can. Unfollow somebody first.' },
  FOLLOWERS_HIDDEN: { status: 403, message: 'This person keeps their followers to themselves.' },
  BLOCK_ONESELF: { status: 409, message: 'You cannot block yourself.' },
  BLOCKS_USED_UP: { status: 409, message: 'Your list of blocked people is full. Unblock somebody first.' },
  MUTE_ONESELF: { status: 409, message: 'You cannot mute yourself.' },
  MUTES_USED_UP: { status: 409, message: 'Your list of muted people is full. Unmute somebody first.' },
  REPORT_ONESELF: { status: 409, message: 'You cannot report yourself.' },
  REPORTS_USED_UP: {
    status: 409,
    message: 'Twenty of your reports are still waiting. An admin will look at them first.',
  },
  PERSON_BLOCKED: { status: 409, message: 'You blocked this person. Unblock them in Settings first.' },
  PERSON_UNAVAILABLE: { status: 409, message: 'This creator isn’t available to you right now.' },

  USER_NOT_FOUND: { status: 404, message: "The profile you're looking for doesn't exist or has been removed." },
  WALLET_IN_REDEMPTION: {
    status: 409,
    message: 'Your wallet stays with this account until its open redemption is finished',
  },
  WALLET_REPLACEMENT_WAITING: {
    status: 409,
    message: 'You can’t redeem while a wallet replacement is pending',
  },
  WALLET_REQUIRED: { status: 409, message: 'Please connect your wallet first' },
  REDEEM_AMOUNT_INVALID: {
    status: 409,
    message: 'Please enter a valid Steeze amount. Only earned Steeze can be redeemed.',
  },
  REDEEM_UNAVAILABLE: { status: 409, message: 'Redeeming is unavailable right now' },
  REDEMPTION_FROZEN: { status: 403, message: 'Redeeming is frozen for your account' },
  REDEMPTION_OPEN: { status: 409, message: 'Your wallet has an unfinished redemption' },
  REDEMPTION_RENEWALS_USED: {
    status: 409,
    message:
      'You have renewed this redemption 3 times. Your Steeze returns to your balance shortly after the last signature expires. Then you can redeem it again.',
  },
  REDEMPTION_NOT_FOUND: { status: 404, message: 'This redemption doesn’t exist or is finished' },
  VOUCH_FOR_ONESELF: { status: 409, message: 'You cannot vouch for yourself.' },
  VOUCH_OF_ANOTHER_TARGET: { status: 409, message: 'This transaction vouched for someone else' },

  RECEIPT_NOT_FOUND: { status: 404, message: 'This receipt doesn’t exist or isn’t yours.' },
  TRANSACTION_NOT_FOUND: { status: 404, message: 'The network doesn’t know this transaction' },
  TRANSACTION_FAILED: { status: 409, message: 'This transaction failed on chain. No money moved.' },
  TRANSACTION_NOT_OURS: { status: 409, message: 'This transaction isn’t with Aura’s contract' },
  TRANSACTION_OF_ANOTHER: { status: 403, message: 'This transaction was made by a different wallet' },
  WRONG_CHAIN: { status: 409, message: 'This transaction is on another network' },

  BALANCE_TOO_LOW: { status: 409, message: 'Your balance is too low for this' },
  IN_DEBT: {
    status: 409,
    message: 'A purchase was reversed by the network after you spent it. What you earn pays that debt first.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof API_ERRORS

export interface ErrorBody {
  code: ErrorCode
  message: string
  requestId: string
  data?: Record<string, unknown>
}
