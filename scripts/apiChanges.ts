type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectAt = (json: Json, key: string): Json => (isObject(json[key]) ? json[key] : {})
const listAt = (json: Json, key: string): readonly unknown[] => (Array.isArray(json[key]) ? json[key] : [])

/** `sent` is what clients send, `received` what they get: a narrower schema breaks the former, a missing field the latter. */
type Direction = 'sent' | 'received'
type Compared = { before: Json; after: Json; at: string; direction: Direction }

/** Bounds that a smaller or a larger number makes stricter. */
const upperBounds = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum']
const lowerBounds = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum']

const stricter = ({ before, after, at }: Compared): string[] => {
  const isTighter = (name: string, sign: 1 | -1): boolean => {
    const [old, now] = [before[name], after[name]]
    return typeof now === 'number' && (typeof old !== 'number' || (now - old) * sign > 0)
  }
  return [...upperBounds.filter((name) => isTighter(name, -1)), ...lowerBounds.filter((name) => isTighter(name, 1))].map(
    (name) => `${at}: ${name} is ${after[name]}, was ${before[name] ?? 'not limited'}`,
  )
}

const compareValues = (compared: Compared): string[] => {
  const { before, after, at, direction } = compared
  const was = listAt(before, 'enum')
  const is = listAt(after, 'enum')
  const gone = is.length > 0 && direction === 'sent' ? was.filter((value) => !is.includes(value)) : []
  return [...gone.map((value) => `${at}: no longer takes ${JSON.stringify(value)}`), ...(direction === 'sent' ? stricter(compared) : [])]
}

/** Compares two OpenAPI documents. Returns one sentence for each change that can break a client of the first. */
export const breakingChanges = (before: Json, after: Json): string[] => {
  const resolve = (document: Json, schema: Json): Json => {
    if (typeof schema.$ref !== 'string') return schema
    const steps = schema.$ref.slice(2).split('/')
    return steps.reduce<Json>((found, step) => objectAt(found, step), document)
  }

  const seen = new Set<string>()
  const compare = (compared: Compared): string[] => {
    const { at, direction } = compared
    const pair = `${compared.before.$ref} ${compared.after.$ref} ${direction}`
    if (compared.before.$ref && compared.after.$ref) {
      if (seen.has(pair)) return []
      seen.add(pair)
    }
    const old = resolve(before, compared.before)
    const now = resolve(after, compared.after)
    if (JSON.stringify(old.type) !== JSON.stringify(now.type))
      return [`${at}: its type is ${JSON.stringify(now.type)}, was ${JSON.stringify(old.type)}`]
    const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
      const [was, is] = [listAt(old, key), listAt(now, key)] as [readonly Json[], readonly Json[]]
      if (was.length !== is.length) return [`${at}: has ${is.length} forms, had ${was.length}`]
      return was.flatMap((one, index) => compare({ before: one, after: is[index] ?? {}, at, direction }))
    })
    const items =
      old.items || now.items ? compare({ before: objectAt(old, 'items'), after: objectAt(now, 'items'), at: `${at}[]`, direction }) : []
    return [
      ...compareValues({ before: old, after: now, at, direction }),
      ...choices,
      ...items,
      ...compareFields({ before: old, after: now, at, direction }),
    ]
  }

  const compareFields = ({ before: old, after: now, at, direction }: Compared): string[] => {
    const [was, is] = [objectAt(old, 'properties'), objectAt(now, 'properties')]
    const gone = Object.keys(was).filter((name) => !(name in is))
    const [oldRequired, required] = [listAt(old, 'required'), listAt(now, 'required')]
    const changed =
      direction === 'sent'
        ? required.filter((name) => !oldRequired.includes(name))
        : oldRequired.filter((name) => !required.includes(name) && String(name) in is)
    return [
      ...gone.map((name) => `${at}.${name} is gone`),
      ...changed.map((name) => `${at}.${name} is ${direction === 'sent' ? 'required' : 'optional'} now`),
      ...Object.keys(was)
        .filter((name) => name in is)
        .flatMap((name) => compare({ before: objectAt(was, name), after: objectAt(is, name), at: `${at}.${name}`, direction })),
    ]
  }

  const compareContent = (old: Json, now: Json, at: string, direction: Direction): string[] =>
    Object.entries(objectAt(old, 'content')).flatMap(([type, media]) => {
      const other = objectAt(now, 'content')[type]
      if (!isObject(other)) return [`${at}: no longer as ${type}`]
      return compare({ before: objectAt(media as Json, 'schema'), after: objectAt(other, 'schema'), at, direction })
    })

  const compareParameters = (old: Json, now: Json, at: string): string[] => {
    const named = (all: readonly unknown[]) => new Map((all as Json[]).map((one) => [`${one.in} ${one.name}`, one]))
    const [was, is] = [named(listAt(old, 'parameters')), named(listAt(now, 'parameters'))]
    const gone = [...was.keys()].filter((name) => !is.has(name)).map((name) => `${at}: no longer takes ${name}`)
    const changed = [...is].flatMap(([name, one]) => {
      const other = was.get(name)
      if (one.required && !other?.required) return [`${at}: requires ${name}`]
      return other
        ? compare({ before: objectAt(other, 'schema'), after: objectAt(one, 'schema'), at: `${at} ${name}`, direction: 'sent' })
        : []
    })
    return [...gone, ...changed]
  }

  const compareCall = (old: Json, now: Json, at: string): string[] => {
    const [body, nextBody] = [objectAt(old, 'requestBody'), objectAt(now, 'requestBody')]
    const responses = Object.entries(objectAt(old, 'responses')).filter(([status]) => status.startsWith('2'))
    return [
      ...compareParameters(old, now, at),
      ...(nextBody.required && !body.required ? [`${at}: requires a body`] : compareContent(body, nextBody, `${at} body`, 'sent')),
      ...responses.flatMap(([status, response]) => {
        const next = objectAt(now, 'responses')[status]
        if (!isObject(next)) return [`${at}: no longer answers ${status}`]
        return compareContent(response as Json, next, `${at} reply`, 'received')
      }),
    ]
  }

  const compareEvents = (from: 'fromServer' | 'fromClient'): string[] => {
    const [was, is] = [before, after].map((document) => objectAt(objectAt(document, 'x-events'), from)) as [Json, Json]
    const [part, direction] = from === 'fromServer' ? (['payload', 'received'] as const) : (['input', 'sent'] as const)
    return Object.entries(was).flatMap(([name, event]) => {
      const [at, next] = [`event ${name}`, is[name]]
      if (!isObject(next)) return [`${at} is gone`]
      if (!isObject((event as Json)[part])) return []
      return compare({ before: objectAt(event as Json, part), after: objectAt(next, part), at, direction })
    })
  }

  const calls = Object.entries(objectAt(before, 'paths')).flatMap(([path, methods]) =>
    Object.entries(methods as Json).flatMap(([method, call]) => {
      const at = `${method.toUpperCase()} ${path}`
      const next = objectAt(objectAt(after, 'paths'), path)[method]
      return isObject(next) ? compareCall(call as Json, next, at) : [`${at} is gone`]
    }),
  )
  return [...calls, ...compareEvents('fromServer'), ...compareEvents('fromClient')]
}
