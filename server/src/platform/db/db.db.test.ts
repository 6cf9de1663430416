import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { failureOf } from '../../../../tests/server/failure-of.ts'
import { brokenConstraint, type Db, type SqlValue, sqlState, type Tx } from './db.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
  await db.script(`
    create table notes (id int primary key, text text not null, constraint notes_text_short check (length(text) < 9));
    create table pages (note int not null constraint pages_note references notes deferrable initially deferred)`)
})
afterAll(() => db.close())
beforeEach(() => db.script(`truncate notes, pages; insert into notes values (1, 'one')`))

const notes = async () =>
  (await db.query<{ text: string }>('select text from notes order by id')).map(({ text }) => text)
const insertNote = 'insert into notes values ($1, $2)'

describe('values', () => {
  const there = async (type: string, value: SqlValue) =>
    (await db.query<{ v: unknown }>(`select $1::${type} as v`, [value]))[0]?.v

  it.each<[string, SqlValue]>([
    ['int4', 7],
    ['int8', 9_007_199_254_740_991],
    ['int8', -9_007_199_254_740_991],
    ['float8', 0.25],
    ['bool', false],
    ['text', `a 'quoted' "word" \\ and ☃`],
    ['text', ''],
    ['text', null],
    ['uuid', '6f1c3c1e-6a39-4e0b-9a51-2f6f1c3c1e00'],
    ['date', '2024-02-29'],
    ['date', '0001-01-01'],
    ['timestamptz', new Date('2026-03-02T23:59:59.999Z')],
    ['timestamptz', new Date('1969-12-31T23:59:59.001Z')],
    ['text[]', ['a', 'b,"c"', '']],
    ['text[]', ['a', null]],
    ['text[]', ['NULL', ' ', `{a, 'b'}`, 'c:\\d\\']],
    ['text[]', []],
    ['bool[]', [true, false]],
    ['int4[]', [1, -2]],
  ])('of type %s come back as they were sent: %j', async (type, value) => {
    expect(await there(type, value)).toEqual(value)
  })

  it('of type bytea come back byte by byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    const back = await there('bytea', bytes)
    expect(back).toBeInstanceOf(Uint8Array)
    expect(Uint8Array.from(back as Uint8Array)).toEqual(bytes)
  })

  it('of type jsonb come back with the same meaning', async () => {
    const value = { a: [1, 'two', null, { b: true }], c: '☃' }
    expect(await there('jsonb', JSON.stringify(value))).toEqual(value)
    expect(await there('jsonb', JSON.stringify('text'))).toBe('text')
    expect(await there('jsonb', 'null')).toBeNull()
  })

  it.each([
    '2026-03-02T23:59:59Z',
    '2026-03-02T23:59:59.100Z',
    '2026-03-02T23:59:59.090Z',
    '2024-02-29T00:00:00.009Z',
    '2999-12-31T23:59:59.999Z',
    '1999-12-31T23:59:59.999Z',
  ])('of type timestamptz are moments, in every time zone of a session: %s', async (text) => {
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
      const [row] = await db.tx(async (tx) => {
        await tx.query(`select set_config('timezone', $1, true)`, [zone])
        return tx.query<{ at: Date; next: Date }>(`select $1::timestamptz as at, $1::timestamptz + '3 us' as next`, [
          new Date(text),
        ])
      })
      expect(row).toEqual({ at: new Date(text), next: new Date(text) })
    }
  })

  it('of type timestamptz[] are sent as text and come back as moments', async () => {
    const moments = ['2026-03-02T23:59:59.999Z', '1969-12-31T23:59:59.001Z']
    expect(await there('timestamptz[]', moments)).toEqual(moments.map((moment) => new Date(moment)))
    expect(await there('timestamptz[]', [])).toEqual([])
  })

  it('take int8 arrays, dates among them compared as dates', async () => {
    expect(await db.query('select sum(v)::int8 as v from unnest($1::int8[]) as t (v)', [[1, 2, 2 ** 40]])).toEqual([
      { v: 2 ** 40 + 3 },
    ])
    expect(
      await db.query(`select $1::date + 1 as v, $2::date[] @> array[$1::date] as found`, [
        '2024-02-28',
        ['2024-02-28'],
      ]),
    ).toEqual([{ v: '2024-02-29', found: true }])
  })

  it('of type int8 are refused, not rounded, beyond what a number holds exactly', async () => {
    await expect(db.query(`select '9007199254740992'::int8 as v`)).rejects.toThrow(/9007199254740992 does not fit/)
    await expect(db.query(`select '-9007199254740992'::int8 as v`)).rejects.toThrow(/does not fit/)
    expect(await db.query('select 1::int8 as v')).toEqual([{ v: 1 }])
  })

  it('are never read as a part of the statement', async () => {
    const text = `'; drop table notes; --`
    expect(await db.query('select $1::text as v', [text])).toEqual([{ v: text }])
    expect(await notes()).toEqual(['one'])
  })
})

describe('a failure', () => {
  it('exposes its SQLSTATE and the violated constraint', async () => {
    const twice = await failureOf(db.query(insertNote, [1, 'again']))
    expect([sqlState(twice), brokenConstraint(twice)]).toEqual(['23505', 'notes_pkey'])
    const long = await failureOf(db.tx((tx) => tx.query(insertNote, [2, 'much too long'])))
    expect([sqlState(long), brokenConstraint(long)]).toEqual(['23514', 'notes_text_short'])
    const nonsense = await failureOf(db.query('select nonsense'))
    expect([sqlState(nonsense), brokenConstraint(nonsense)]).toEqual(['42703', undefined])
    expect(nonsense).toMatchObject({ message: expect.stringContaining('nonsense') })
  })

  it('of another kind has no SQLSTATE', () => {
    expect(sqlState(new Error('x'))).toBeUndefined()
    expect(sqlState(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeUndefined()
    expect(sqlState(null)).toBeUndefined()
    expect(brokenConstraint(undefined)).toBeUndefined()
  })
})

describe('a transaction', () => {
  it('changes nothing when its work throws, and rethrows the same error', async () => {
    const error = new Error('changed my mind')
    const work = db.tx(async (tx) => {
      await tx.query(insertNote, [2, 'two'])
      await tx.query('delete from notes where id = 1')
      throw error
    })
    await expect(work).rejects.toBe(error)
    expect(await notes()).toEqual(['one'])
  })

  it('does not claim success when its work carried on after a failed statement', async () => {
    const work = db.tx(async (tx) => {
      await tx.query(insertNote, [2, 'two'])
      await tx.query(insertNote, [1, 'again']).catch(() => {})
      return 'done'
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).toEqual(['one'])
  })

  it('rejects with its first failed statement, whichever pipelined failure arrives first', async () => {
    const heardLate = async (tx: Tx) => {
      const failure = await tx.query('select 1 / 0').catch((error: unknown) => error)
      await tx.query('select 2').catch(() => {})
      throw failure
    }
    const work = db.tx((tx) => Promise.all([heardLate(tx), tx.query('select 3')]))
    expect(sqlState(await work.catch((error: unknown) => error))).toBe('22012')
  })

  it('changes nothing when a deferred constraint fails', async () => {
    const work = db.tx(async (tx) => {
      await tx.query(insertNote, [2, 'two'])
      await tx.query('insert into pages values (99)')
    })
    await expect(work).rejects.toMatchObject({ code: '23503', constraint: 'pages_note' })
    expect(await notes()).toEqual(['one'])
  })

  describe('that lost a conflict', () => {
    const lose = (tx: Tx, code: string) => tx.query(`do $$ begin raise exception using errcode = '${code}'; end $$`)
    it.each(['40P01', '40001'])('is retried once, from the start: %s', async (code) => {
      let runs = 0
      const answer = await db.tx(async (tx) => {
        runs++
        await tx.query(insertNote, [2, 'two'])
        if (runs === 1) await lose(tx, code)
        return runs
      })
      expect(answer).toBe(2)
      expect(await notes()).toEqual(['one', 'two'])
    })

    it('is not retried twice', async () => {
      let runs = 0
      const work = db.tx((tx) => {
        runs++
        return lose(tx, '40P01')
      })
      await expect(work).rejects.toMatchObject({ code: '40P01' })
      expect(runs).toBe(2)
    })

    it('is retried when its work wrapped the conflict in another error', async () => {
      let runs = 0
      await db.tx(async (tx) => {
        runs++
        if (runs > 1) return
        await lose(tx, '40P01').catch(() => {
          throw new Error('something else')
        })
      })
      expect(runs).toBe(2)
    })

    it('still rejects use of the outer database during the retry', async () => {
      let runs = 0
      const work = db.tx(async (tx) => {
        runs++
        if (runs === 1) await lose(tx, '40P01')
        await db.query('select 1')
      })
      await expect(work).rejects.toThrow(/used inside db\.tx/)
      expect(runs).toBe(2)
    })

    it.each(['23505', '55P03', '08006'])('is not retried after any other failure: %s', async (code) => {
      let runs = 0
      const work = db.tx((tx) => {
        runs++
        return lose(tx, code)
      })
      await expect(work).rejects.toMatchObject({ code })
      expect(runs).toBe(1)
    })
  })

  it('rejects use of the outer database with an explanation', async () => {
    const inside = (use: () => Promise<unknown>) => expect(db.tx(use)).rejects.toThrow(/used inside db\.tx/)
    await inside(() => db.query('select 1'))
    await inside(() => db.tx((tx) => tx.query('select 1')))
    await inside(() => db.script('select 1'))
    await inside(async () => {
      await Promise.resolve()
      await Promise.all([db.query('select 1')])
    })
    expect(await notes()).toEqual(['one'])
  })

  it('cannot be used after its end', async () => {
    let kept: Tx | undefined
    await db.tx(async (tx) => {
      kept = tx
    })
    await expect(kept?.query(insertNote, [2, 'two'])).rejects.toThrow(/after its transaction had ended/)
    expect(await notes()).toEqual(['one'])
  })
})
