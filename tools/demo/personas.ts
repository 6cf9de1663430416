/** A creator and their learning habits, from which their history is generated. */
export interface Persona {
  username: string
  timeZone: string
  joinedDaysAgo: number
  /** Days before today without lessons. The creator learns on all others. */
  missedDaysAgo: readonly number[]
  lessonsPerDay: 1 | 2 | 3
}

const persona = (
  username: string,
  timeZone: string,
  joinedDaysAgo: number,
  lessonsPerDay: Persona['lessonsPerDay'],
  missedDaysAgo: readonly number[] = [],
): Persona => ({ username, timeZone, joinedDaysAgo, missedDaysAgo, lessonsPerDay })

/** The demo's creators, from a perfect streak to a single visit. */
export const PERSONAS: readonly Persona[] = [
  persona('temi_codes', 'Africa/Lagos', 34, 3),
  persona('tobi_wav', 'Africa/Lagos', 31, 2),
  persona('sol_sister', 'America/Sao_Paulo', 30, 1),
  persona('gas_goblin', 'Europe/Berlin', 33, 3, [16]),
  persona('ada_onchain', 'Europe/London', 24, 2),
  persona('kofi_mints', 'Africa/Accra', 22, 3),
  persona('block_baker', 'America/New_York', 20, 1),
  persona('nonce_and_ivy', 'America/Los_Angeles', 19, 2),
  persona('yuki_reads', 'Asia/Tokyo', 18, 3),
  persona('prim_ledger', 'Europe/Lisbon', 17, 1),
  persona('calldata_kid', 'America/Toronto', 16, 2),
  persona('merkle_maya', 'America/Mexico_City', 15, 3),
  persona('leo_longread', 'Europe/Paris', 14, 1),
  persona('zero_x_zoe', 'Europe/Madrid', 13, 2),
  persona('quiet_quorum', 'Asia/Singapore', 13, 3, [2]),
  persona('bridge_brigid', 'Europe/Dublin', 12, 1),
  persona('faucet_felix', 'Europe/Vienna', 12, 2),
  persona('hana_hashes', 'Asia/Seoul', 11, 3),
  persona('opcode_omar', 'Africa/Cairo', 11, 1),
  persona('vera_verify', 'Europe/Warsaw', 10, 2),
  persona('slow_slippage', 'Australia/Sydney', 10, 3, [5, 4]),
  persona('peg_patrol', 'Asia/Dubai', 9, 1),
  persona('ines_indexes', 'America/Bogota', 9, 2),
  persona('rollup_raj', 'Asia/Kolkata', 8, 3),
  persona('gwei_gwen', 'Europe/Amsterdam', 8, 1),
  persona('minted_milo', 'America/Chicago', 7, 2),
  persona('paper_wallet', 'Europe/Rome', 7, 3, [3]),
  persona('sable_signs', 'Africa/Nairobi', 6, 1),
  persona('oracle_otis', 'America/Denver', 6, 2),
  persona('fork_frida', 'Europe/Stockholm', 5, 3),
  persona('dust_dana', 'America/Halifax', 5, 1),
  persona('cold_keys', 'Europe/Helsinki', 5, 2, [1]),
  persona('epoch_emil', 'Europe/Zurich', 4, 3),
  persona('lin_learns', 'Asia/Taipei', 4, 1),
  persona('replay_rosa', 'America/Lima', 3, 2),
  persona('uptime_uma', 'Asia/Jakarta', 3, 3),
  persona('permit_pia', 'Europe/Prague', 2, 1),
  persona('finality_fin', 'Europe/Oslo', 2, 2),
  persona('newblock_nia', 'Africa/Johannesburg', 1, 3),
  persona('hello_mempool', 'Pacific/Auckland', 0, 1),
]
