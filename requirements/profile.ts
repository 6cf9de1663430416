import type { Requirement } from './requirement.ts'

export const profile: readonly Requirement[] = [
  {
    id: 'profile.visitor',
    kind: 'rule',
    text: 'visitors see a profile without wallet address, X handle, first name and list of vouches',
  },
  { id: 'profile.call-user', kind: 'call', text: 'GET /api/users/:id' },
  {
    id: 'profile.user-fields',
    kind: 'rule',
    text: 'a profile answers user, battleStats with total, won and lost, and vouchStats',
  },
  {
    id: 'profile.text-avatar',
    kind: 'text',
    text: "the avatar is the image, else the username's first letter, else '?'",
  },
  {
    id: 'profile.text-name',
    kind: 'text',
    text: "the name is the username, else the first name, else 'Anonymous User'",
  },
  {
    id: 'profile.text-head',
    kind: 'text',
    text: "the profile shows level icon, name and badge, 'Aura Points' and 'Day Streak'",
  },
  {
    id: 'profile.wallet-copy',
    kind: 'rule',
    text: 'the shortened wallet address has a button that copies the full one',
  },
  { id: 'profile.x-link', kind: 'rule', text: 'the X username links to the X profile' },
  {
    id: 'profile.text-wallet-status',
    kind: 'text',
    text: "'Connected' with the shortened address, or 'Not Connected'",
  },
  {
    id: 'profile.text-tiles',
    kind: 'text',
    text: "'Total Aura', 'Streak Days', 'Vouches Received' and 'USDC Received' on the public profile",
  },
  { id: 'profile.text-what-a-level-is', kind: 'text', text: "the card 'Aura Level' says what a level is" },
  {
    id: 'profile.text-level-card',
    kind: 'text',
    text: "'Aura Level' with name, progress bar, points remaining and the days left to the next level",
  },
  {
    id: 'profile.text-battle-stats',
    kind: 'text',
    text: "'Battle Statistics' with Total, Won, Lost and 'Win Rate' in percent",
  },
  {
    id: 'profile.text-vouch-stats',
    kind: 'text',
    text: "'Vouch Statistics' with what was received and the number of vouches",
  },
  { id: 'profile.edit-photo', kind: 'rule', text: "the own profile has an edit-photo button, another's has none" },
  { id: 'profile.text-invalid-id', kind: 'text', text: "'Invalid user ID' where the id is missing" },
  {
    id: 'profile.text-not-found',
    kind: 'text',
    text: "'User Not Found' / 'The profile you're looking for doesn't exist or has been removed.' with 'Go Home'",
  },
  {
    id: 'profile.text-vouch-card-loading',
    kind: 'text',
    text: "'Loading user profile...' in place of profile and vouching until it is known who it is",
  },
  {
    id: 'profile.text-vouch-card-missing',
    kind: 'text',
    text: "'User Not Found' in place of vouching too where there is nobody",
  },
  { id: 'profile.text-back-to-leaderboard', kind: 'text', text: "'Back to Leaderboard' leads to /leaderboard" },
  {
    id: 'profile.vouch-button',
    kind: 'rule',
    text: "another's profile has a vouch button that opens the vouch dialog",
  },
  { id: 'profile.earnings', kind: 'rule', text: 'earnings are shown in USDC with 2 decimals and in ETH with 4' },
  {
    id: 'profile.const-feed-age',
    kind: 'constant',
    text: 'with the feed missing, down or older than 1 h only USDC is shown',
  },
  {
    id: 'profile.const-feed-default',
    kind: 'constant',
    text: 'a mock feed on local, none by default on base-sepolia',
  },
  {
    id: 'profile.og-tags',
    kind: 'rule',
    text: '/profile/:id and /user/:id serve Open Graph tags with name, level and AP to everyone',
  },
  { id: 'profile.og-image', kind: 'rule', text: 'the Open Graph image exists and shows name, level and AP' },
  { id: 'profile.call-check-username', kind: 'call', text: 'GET /api/check-username?username=&excludeUserId=' },
  {
    id: 'profile.username-answer',
    kind: 'rule',
    text: "available is true for a free valid name and for the user's own by excludeUserId, else false",
  },
  { id: 'profile.call-update-profile', kind: 'call', text: 'POST /api/auth/update-profile' },
  { id: 'profile.const-username-length', kind: 'constant', text: 'a username has 3 to 20 characters' },
  { id: 'profile.check-username-characters', kind: 'check', text: 'a username has only a to z, 0 to 9 and _' },
  {
    id: 'profile.check-username-unique',
    kind: 'check',
    text: 'a name that differs from a taken one in letter case only is taken, also when two ask at once',
  },
  { id: 'profile.check-username-reserved', kind: 'check', text: 'a reserved username is refused' },
  { id: 'profile.call-upload-image', kind: 'call', text: 'POST /api/user/upload-profile-image' },
  {
    id: 'profile.upload-refreshes',
    kind: 'rule',
    text: 'after the upload user, leaderboard, user pages and vouch stats are refetched',
  },
  {
    id: 'profile.image-types',
    kind: 'rule',
    text: 'any raster type is accepted as multipart field profileImage: PNG, JPEG, WebP, GIF and AVIF',
  },
  { id: 'profile.const-image-bytes', kind: 'constant', text: 'an image over 5 MB is refused with a text' },
  { id: 'profile.check-image-svg', kind: 'check', text: 'SVG is refused' },
  {
    id: 'profile.check-image-undecodable',
    kind: 'check',
    text: 'a file that does not decode is refused, whatever its name and type',
  },
  {
    id: 'profile.const-image-square',
    kind: 'constant',
    text: 'the stored image is re-encoded, 512 px square and without metadata',
  },
]
