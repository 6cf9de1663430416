interface About {
  bio: string
  links: readonly { name: string; url: string }[]
}

const about = (bio: string, ...links: readonly [name: string, host: string][]): About => ({
  bio,
  links: links.map(([name, host]) => ({ name, url: `https://${host}` })),
})

/** What creators of the demo say of themselves. Their links lead to hosts that are reserved for examples. */
export const ABOUTS: Readonly<Record<string, About>> = {
  temi_codes: about(
    'I explain smart contracts in plain words, every weekday at 19:00 from Lagos. Ask me anything about keys.',
    ['Live, weekdays 19:00', 'live.example.com/temi'],
    ['Notes of every stream', 'temi.example.org'],
  ),
  tobi_wav: about('Beats made live, samples cleared on chain. Yes, you may dance.', [
    'All my beats',
    'tobi.example.net',
  ]),
  sol_sister: about('Two sisters, one stream, no price talk. We read whitepapers so that you don’t have to.', [
    'Last Sunday’s paper',
    'sisters.example.com/papers',
  ]),
  gas_goblin: about('I hunt for wasted gas. Send me your slowest contract.', ['Goblin’s ledger', 'goblin.example.org']),
  ada_onchain: about(
    'Historian of computing. Short talks about the people behind the maths.',
    ['Talks', 'ada.example.com/talks'],
    ['Reading list', 'ada.example.com/books'],
  ),
  kofi_mints: about('Photographs from Accra, and how I sell prints without a gallery.', [
    'Prints',
    'kofi.example.net/prints',
  ]),
  yuki_reads: about('毎日ひとつ読む。One text about money a day, in Japanese and English.', [
    '今日の本',
    'yuki.example.org',
  ]),
  merkle_maya: about('Proofs, drawn by hand. New sheet every Friday.', ['Sheets', 'maya.example.com']),
  fork_frida: about('Cooking and chain forks from Stockholm. Both go wrong live.'),
  gwei_gwen: about('I teach my mother crypto. She asks better questions than you.', [
    'Mum asks',
    'gwen.example.org/mum',
  ]),
}
