import type { Redis } from 'ioredis'

/** A node without a sign of life for this long is dead. */
const ALIVE_SECONDS = 30
/** People of a stopping node count as online for this long, in which they reconnect to another. */
const STOPPING_SECONDS = 8
/** How long the people of a dead node are remembered, for another node to find. */
const KEPT_SECONDS = 600

/*
 * `nodes` has the names of the nodes, `alive:NODE` exists while a node lives, and `online:NODE` has the people with a socket there.
 * Each script is atomic, so that of two sockets that open or close on two nodes at the same time exactly one counts as the first,
 * or the last.
 */
const head = `
local prefix, node = ARGV[1], ARGV[2]
local function online(name) return prefix .. ':online:' .. name end
local function lives(name) return redis.call('exists', prefix .. ':alive:' .. name) == 1 end
local others, dead = {}, {}
for _, other in ipairs(redis.call('smembers', prefix .. ':nodes')) do
  if other ~= node then table.insert(lives(other) and others or dead, other) end
end
local function elsewhere(person)
  for _, other in ipairs(others) do
    if redis.call('sismember', online(other), person) == 1 then return 1 end
  end
  return 0
end
local function register(aliveSeconds, keptSeconds)
  redis.call('sadd', prefix .. ':nodes', node)
  redis.call('expire', prefix .. ':nodes', keptSeconds)
  redis.call('set', prefix .. ':alive:' .. node, '1', 'EX', aliveSeconds)
end`

/** Registers the node as well: others must find its people also if Redis has lost what the node said before. */
const arrived = `${head}
register(ARGV[3], ARGV[4])
redis.call('sadd', online(node), ARGV[5])
redis.call('expire', online(node), ARGV[4])
return elsewhere(ARGV[5])`

const left = `${head}
redis.call('srem', online(node), ARGV[3])
return elsewhere(ARGV[3])`

const among = `${head}
local found = {}
for at = 3, #ARGV do
  if elsewhere(ARGV[at]) == 1 then table.insert(found, ARGV[at]) end
end
return found`

/** Returns the people of dead nodes who have no socket anywhere, each to one node only. */
const renew = `${head}
register(ARGV[3], ARGV[4])
redis.call('del', online(node))
for at = 5, #ARGV do redis.call('sadd', online(node), ARGV[at]) end
redis.call('expire', online(node), ARGV[4])
local gone = {}
for _, other in ipairs(dead) do
  redis.call('srem', prefix .. ':nodes', other)
  for _, person in ipairs(redis.call('smembers', online(other))) do
    if redis.call('sismember', online(node), person) == 0 and elsewhere(person) == 0 then table.insert(gone, person) end
  end
  redis.call('del', online(other))
end
return gone`

type Presence = {
  arrived: (personId: string) => Promise<boolean>
  left: (personId: string) => Promise<boolean>
  among: (personIds: readonly string[]) => Promise<readonly string[]>
  /** Reports that this node lives, and who is online here; returns the people of a dead node. */
  renew: (onlineHere: readonly string[]) => Promise<readonly string[]>
  /** Reports that this node stops: the next one to renew returns those of its people who did not reconnect. */
  stop: () => Promise<void>
}

/** Who is online, over all nodes. Rejects if Redis does not respond at once. */
export const redisPresence = (redis: Redis, { prefix, node }: { prefix: string; node: string }): Presence => {
  const run = (script: string, ...given: readonly (string | number)[]): Promise<unknown> => redis.eval(script, 0, prefix, node, ...given)
  return {
    arrived: async (personId) => (await run(arrived, ALIVE_SECONDS, KEPT_SECONDS, personId)) === 0,
    left: async (personId) => (await run(left, personId)) === 0,
    among: async (personIds) => (personIds.length === 0 ? [] : ((await run(among, ...personIds)) as string[])),
    renew: async (onlineHere) => (await run(renew, ALIVE_SECONDS, KEPT_SECONDS, ...onlineHere)) as string[],
    stop: async () => {
      await redis.expire(`${prefix}:alive:${node}`, STOPPING_SECONDS)
    },
  }
}
