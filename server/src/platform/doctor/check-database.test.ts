import { describe, expect, it } from 'vitest'
import { judgeDatabase } from './check-database.ts'

const server: Parameters<typeof judgeDatabase>[0] = {
  version: 170_002,
  versionText: '17.2',
  fsync: 'on',
  synchronousCommit: 'on',
  fullPageWrites: 'on',
  synchronousStandbys: '',
  archiveMode: 'on',
  archivesNowhere: false,
  encoding: 'UTF8',
  connections: 97,
  isStandby: false,
  standbys: 0,
  archivingFails: false,
  isEncrypted: true,
}
const database: Parameters<typeof judgeDatabase>[1] = {
  name: 'aura',
  role: 'owner',
  mayCreateTables: true,
  hasTrigrams: true,
  foreignTables: 0,
  collation: 'C.UTF-8',
  isCollationOld: false,
}

describe('the database', () => {
  it('passes as it should be', () => {
    expect(judgeDatabase(server, database, 67)).toEqual([
      { status: 'ok', text: 'PostgreSQL 17.2, aura as owner, encrypted, collation C.UTF-8' },
    ])
    expect(judgeDatabase({ ...server, version: 150_000, standbys: 1, synchronousStandbys: '*' }, database, 97)).toEqual(
      [expect.objectContaining({ status: 'ok' })],
    )
  })

  it.each([
    ['is too old', 'problem', { version: 149_999, versionText: '14.9' }, /^This is PostgreSQL 14\.9\. .*upgrade it/],
    ['is a standby', 'problem', { isStandby: true }, /^This is a standby, .*DATABASE_URL to the primary/],
    ['takes too few connections', 'problem', { connections: 66 }, /^It allows 66 connections, .* up to 67\. Raise/],
    ['has another encoding', 'problem', { encoding: 'SQL_ASCII' }, /^Its encoding is SQL_ASCII, .*with UTF8/],
    ['does not sync', 'problem', { fsync: 'off' }, /^fsync is off: .*postgresql\.conf/],
    ['writes half pages', 'problem', { fullPageWrites: 'off' }, /^full_page_writes is off: .*postgresql\.conf/],
    ['confirms too early', 'problem', { synchronousCommit: 'off' }, /^synchronous_commit is off: .*Set it on/],
    [
      'confirms before its synchronous standbys',
      'problem',
      { standbys: 1, synchronousStandbys: '*', synchronousCommit: 'local' },
      /^synchronous_commit is local, .*Set it on/,
    ],
    ['has only asynchronous standbys', 'warning', { standbys: 2 }, /^Its standbys are asynchronous: .*Set synchronous/],
    ['archives nothing', 'warning', { archiveMode: 'off' }, /^It archives no write-ahead log, .*docs\/running\.md/],
    ['archives nowhere', 'warning', { archivesNowhere: true }, /^archive_mode is on, but .*Set one of them\. See docs/],
    [
      'always archives nowhere',
      'warning',
      { archiveMode: 'always', archivesNowhere: true },
      /^archive_mode is on, but .*Set one of them/,
    ],
    ['fails to archive', 'problem', { archivingFails: true }, /^Its last attempt to archive .* failed\. See its log/],
  ])('%s: %s, with what to do', (_what, status, changed, text) => {
    expect(judgeDatabase({ ...server, ...changed }, database, 67)).toEqual([
      { status, text: expect.stringMatching(text) },
    ])
  })

  it('may confirm by its own disk alone, without synchronous standbys', () => {
    expect(judgeDatabase({ ...server, synchronousCommit: 'local' }, database, 67)).toMatchObject([{ status: 'ok' }])
  })

  it('says once that it archives nothing', () => {
    expect(judgeDatabase({ ...server, archiveMode: 'off', archivesNowhere: true }, database, 67)).toHaveLength(1)
  })

  it.each([
    [
      'lets the role create no tables',
      { mayCreateTables: false },
      /^The role owner .*ALTER DATABASE aura OWNER TO owner/,
    ],
    ['has no pg_trgm to install', { hasTrigrams: false }, /^The extension pg_trgm .*CREATE EXTENSION pg_trgm in aura/],
    ['has tables of another role', { foreignTables: 3 }, /^3 tables belong to another role, .*TO owner/],
    [
      'was indexed with an older collation',
      { isCollationOld: true, collation: 'de_DE' },
      /^The system's collation de_DE changed .*REINDEX DATABASE aura, then ALTER DATABASE aura REFRESH COLLATION/,
    ],
  ])('%s: a problem, with what to do', (_what, changed, text) => {
    expect(judgeDatabase(server, { ...database, ...changed }, 67)).toEqual([
      { status: 'problem', text: expect.stringMatching(text) },
    ])
  })

  it('names every fault at once', () => {
    const found = judgeDatabase({ ...server, version: 1, isStandby: true }, { ...database, hasTrigrams: false }, 67)
    expect(found.map(({ text }) => text.split(' ', 4).join(' '))).toEqual([
      'This is PostgreSQL 17.2.',
      'This is a standby,',
      "The extension pg_trgm can't",
    ])
  })
})
