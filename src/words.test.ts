import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind, type Errors } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { pictureErrors } from '#contract/picture.ts'
import { sheetErrors } from '#contract/sheet.ts'
import { featureKeyOf } from '#server/testing/featureKey.ts'
import { actionsOf, auditActions, auditKinds, isAction } from '#system/audit/audit.actions.contract.ts'
import { ofTests } from '../scripts/boundaries.ts'

const here = import.meta.dirname
const find = (pattern: string): string[] => globSync(pattern, { cwd: here }).sort()
const load = async (file: string): Promise<Record<string, unknown>> => import(join(here, file))

/** Returns the faults of a translation, or of the words alone if there is nothing to compare them with. */
const wordFaults = (english: unknown, other: unknown, path: string): string[] => {
  if (typeof english !== typeof other) return [`${path}: ${typeof other} instead of ${typeof english}`]
  if (typeof other === 'string') return other.trim() === '' ? [`${path}: empty`] : []
  if (typeof english === 'function') return []
  if (typeof english !== 'object' || english === null || typeof other !== 'object' || other === null)
    return [`${path}: neither text, function nor group`]
  const [expected, given] = [new Map(Object.entries(english)), new Map(Object.entries(other))]
  const surplus = [...given.keys()].filter((key) => !expected.has(key)).map((key) => `${path}.${key}: not in English`)
  return [...[...expected].flatMap(([key, word]) => wordFaults(word, given.get(key), `${path}.${key}`)), ...surplus]
}

const codeFaults = (kinds: readonly ErrorKind[], sentences: Readonly<Record<string, unknown>>): string[] =>
  kinds
    .filter(({ code, text }) => typeof sentences[code] !== (text ? 'function' : 'string') || sentences[code] === '')
    .map(({ code }) => code)

const visible = new Set(['aria-label', 'alt', 'title', 'placeholder', 'label', 'text', 'hint'])
type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Returns sentences that are in a component instead of a words file. */
const looseTexts = (file: string, source: string): string[] => {
  const found: string[] = []
  const keep = (value: unknown) => typeof value === 'string' && /\p{L}{2}/u.test(value) && found.push(`${file}: ${value.trim()}`)
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each)
    if (!isNode(value)) return
    if (value.type === 'JSXText') keep(value.value)
    const [name, given] = [value.name, value.value]
    if (value.type === 'JSXAttribute' && isNode(name) && visible.has(String(name.name)) && isNode(given)) keep(given.value)
    for (const child of Object.values(value)) walk(child)
  }
  walk(parseSync(file, source).program)
  return found
}

/** Returns the texts of a words file, without the names of its words. */
const textsIn = (file: string, source: string): string[] => {
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each)
    if (!isNode(value)) return
    if (value.type === 'Literal') found.push(String(value.value))
    if (value.type === 'TemplateElement') found.push((value.value as { raw: string }).raw)
    for (const child of Object.values(value)) walk(child)
  }
  walk(parseSync(file, source).program)
  return found
}

const wordFiles = find('**/*.en.ts')
const contracts = find('*/*/*.contract.ts')

const kindsOf = async (file: string): Promise<ErrorKind[]> => {
  const exported = Object.entries(await load(file))
  const declared = exported.filter(([name]) => name.endsWith('Errors')).flatMap(([, errors]) => Object.values(errors as Errors))
  const apis = exported.filter(([name]) => name.endsWith('Api')).flatMap(([, api]) => Object.values(api as Record<string, Endpoint>))
  return [...declared, ...apis.flatMap(({ errors }) => Object.values(errors ?? {}))]
}
const allKinds = async (): Promise<ErrorKind[]> => {
  const kinds = [
    ...Object.values(commonErrors),
    ...Object.values(pictureErrors),
    ...Object.values(sheetErrors),
    ...(await Promise.all(contracts.map(kindsOf))).flat(),
  ]
  return [...new Set(kinds)]
}

describe('every text has its place', () => {
  test.each(wordFiles)('%s exports its words as one constant whose name ends in En, without empty texts', async (file) => {
    const words = Object.entries(await load(file))
    expect(words.map(([name]) => name)).toEqual([expect.stringMatching(/^[a-z]\w*En$/)])
    expect(words.flatMap(([name, value]) => wordFaults(value, value, name))).toEqual([])
  })

  test('no text calls a shift a slot, which is the name of the field in the API', () => {
    const texts = wordFiles.flatMap((file) => textsIn(file, readFileSync(join(here, file), 'utf8')).map((text) => `${file}: ${text}`))
    expect(texts).toContain('people/users/users.forms.en.ts: Seat number')
    expect(texts.filter((text) => /\bslots?\b/i.test(text))).toEqual([])
  })

  test('no component has a sentence of its own', () => {
    const components = [...find('*/*/web/**/*.tsx'), ...find('web/**/*.tsx')].filter((file) => !/\.test\.tsx$|^web\/testing\//.test(file))
    expect(components.length).toBeGreaterThan(20)
    expect(components.flatMap((file) => looseTexts(file, readFileSync(join(here, file), 'utf8')))).toEqual([])
  })
})

describe('every failure has its sentence', () => {
  test('each code is used for one failure only, and has a sentence', async () => {
    const kinds = await allKinds()
    const codes = kinds.map(({ code }) => code)
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
    expect(codeFaults(kinds, Object.fromEntries(kinds.map(({ code, message, text }) => [code, text ?? message])))).toEqual([])
  })

  test('no feature builds a sentence: it throws a kind with parameters', () => {
    const building = /new AppError\((?!commonErrors\.invalid\b)[^)]*\{[^}]*\bmessage\b\s*[,:}]/
    const files = find('{system,people,library,money,chat,hall,home}/*/server/**/*.ts').filter((file) => !ofTests.test(file))
    expect(building.test('throw new AppError(feeErrors.notSoMuch, { message, field })')).toBe(true)
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => building.test(readFileSync(join(here, file), 'utf8')))).toEqual([])
  })

  test('no service and no policy puts names or figures into a message: it returns a kind with parameters', () => {
    const building = /\bmessage: `[^`]*\$\{/
    const files = find('{system,people,library,money,chat,hall,home}/*/{server/**/*,*.policy}.ts').filter((file) => !ofTests.test(file))
    expect(building.test(['return { ...chatErrors.stopped, message: `Until $', '{until}.` }'].join(''))).toBe(true)
    expect(files.filter((file) => file.endsWith('.policy.ts')).length).toBeGreaterThan(10)
    expect(files.filter((file) => building.test(readFileSync(join(here, file), 'utf8')))).toEqual([])
  })

  /** Features that implement calls of another feature, whose errors they may throw. */
  const partOf: Record<string, string> = { locks: 'fees', seats: 'users' }
  /** Errors that chat and users declare for the features that implement their calls and ports. */
  const declaredFor: Record<string, string> = {
    'chat/conversations/conversations.encryption.contract.ts': 'encryption',
    'chat/conversations/conversations.files.contract.ts': 'attachments',
    'people/users/users.seats.contract.ts': 'seats',
  }

  test('each code of a feature begins with the name of the feature', async () => {
    for (const file of contracts) {
      const feature = declaredFor[file] ?? featureKeyOf(file)
      const declared = Object.entries(await load(file)).filter(([name]) => name.endsWith('Errors'))
      const codes = declared.flatMap(([, errors]) => Object.values(errors as Errors).map(({ code }) => code))
      const names = [feature, partOf[feature]]
      expect(codes.filter((code) => !names.includes(code.split('.')[0]))).toEqual([])
    }
  })
})

const others = Object.keys(languages).filter((language) => language !== 'en')
const suffix = (language: string): string => language.charAt(0).toUpperCase() + language.slice(1)

/** Returns what a language lacks: words of the words files, and sentences for the error codes. */
const missingIn = async (language: string): Promise<string[]> => {
  const missing: string[] = []
  const sentences: Record<string, unknown> = {}
  for (const file of wordFiles) {
    const other = await load(file.replace(/\.en\.ts$/, `.${language}.ts`)).catch(() => ({}) as Record<string, unknown>)
    for (const [name, english] of Object.entries(await load(file))) {
      missing.push(...wordFaults(english, other[name.replace(/En$/, suffix(language))], name))
    }
    Object.assign(sentences, other[`errors${suffix(language)}`])
  }
  return [...missing, ...codeFaults(await allKinds(), sentences)]
}

test('every language that is offered has every word and every sentence', async () => {
  for (const language of others) expect(await missingIn(language)).toEqual([])
})

/** The codes that services pass to `writeAudit`, as `action: 'users.update'`, or as the name of a change of the customization. */
const actionsIn = (file: string): string[] => {
  const source = readFileSync(join(here, file), 'utf8')
  const whole = [...source.matchAll(/\baction: '(\w+\.\w+)'/g)].map(([, action = '']) => action)
  const changes = [...source.matchAll(/\bchange(?:Row)?\((?:tx, )?ctx, '(\w+)'/g)].map(([, name = '']) => `${featureKeyOf(file)}.${name}`)
  return [...whole, ...changes]
}

test('every audit action has a sentence, and every sentence has an action', () => {
  const files = find('*/*/server/**/*.ts').filter((file) => !ofTests.test(file))
  const used = [...new Set(files.flatMap(actionsIn))].toSorted()
  expect(used.length).toBeGreaterThan(40)
  expect(
    used.filter((action) => !isAction(action)),
    'actions that need a sentence in system/audit/audit.actions.contract.ts',
  ).toEqual([])
  expect(Object.keys(auditActions).toSorted()).toEqual(used)
  expect(Object.keys(auditKinds).flatMap(actionsOf).toSorted()).toEqual(used)
})

describe('the guard itself sees', () => {
  const english = { title: 'Documents', count: (n: number) => `${n} documents`, empty: { hint: 'Nothing here' } }

  test('a missing, an empty, a surplus and a differently shaped word', () => {
    expect(wordFaults(english, { title: 'पुस्तकें', count: (n: number) => `${n}`, empty: { hint: 'कुछ नहीं' } }, 'x')).toEqual([])
    expect(wordFaults(english, { title: '', count: 'n', empty: {}, more: 'x' }, 'x')).toEqual([
      'x.title: empty',
      'x.count: string instead of function',
      'x.empty.hint: undefined instead of string',
      'x.more: not in English',
    ])
  })

  test('a language without any words', async () => {
    expect(await missingIn('xx')).toEqual(expect.arrayContaining(['webEn: undefined instead of object', 'internal', 'users.email_taken']))
  })

  test('a code without a sentence', () => {
    expect(codeFaults([commonErrors.conflict, commonErrors.internal], { conflict: 'टकराव' })).toEqual(['internal'])
    // A sentence with parameters is a function of them.
    expect(codeFaults([sheetErrors.tooManyRows], { sheet_too_many_rows: 'बहुत सी पंक्तियाँ' })).toEqual(['sheet_too_many_rows'])
  })

  test('a sentence in a component', () => {
    const source = 'const X = () => <p title="Say it"><b>{words.title}</b> Not here <img alt="" /></p>'
    expect(looseTexts('X.tsx', source)).toEqual(['X.tsx: Say it', 'X.tsx: Not here'])
  })
})
