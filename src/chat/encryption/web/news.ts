import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { PersonNews } from './encryption.ts'
import { nameIn } from './people.ts'

/** Maximum number of people named; more are counted. */
const namedAtMost = 3

/** From the most to the least serious; the first that applies to a person is shown. */
const kinds = ['forked', 'startedOver', 'replacedCode', 'joined', 'device', 'code', 'changed'] as const
type Kind = (typeof kinds)[number]

const kindOf = ({ forked, startedOver, replacedCode, isNewMember, devices }: PersonNews): Kind => {
  if (forked) return 'forked'
  if (startedOver) return 'startedOver'
  if (replacedCode) return 'replacedCode'
  if (isNewMember) return 'joined'
  if (devices.some(({ kind }) => kind === 'browser')) return 'device'
  return devices.length > 0 ? 'code' : 'changed'
}

/** Returns whether news is a warning rather than just information. */
export const isGrave = (news: PersonNews): boolean => kinds.indexOf(kindOf(news)) <= kinds.indexOf('replacedCode')

/** Returns one sentence about a person. */
export const useNewsLine = (conversation: Conversation) => {
  const { news: words, member } = useWords(encryptionEn)
  const me = useSession()?.user
  return (news: PersonNews): string => {
    const kind = kindOf(news)
    const browsers = news.devices.filter((device) => device.kind === 'browser').length
    const areMany = kind === 'device' && browsers > 1
    if (news.userId === me?._id) return areMany ? words.your.devices(browsers) : words.your[kind]
    const known = nameIn(conversation, news.userId)
    const [name, whom] = [known ?? member, known ?? words.thatMember]
    return areMany ? words.devices(name, whom, browsers) : words[kind](name, whom)
  }
}

/** Returns one sentence for each person or, for many people, for each kind of news. */
export const useNewsLines = (conversation: Conversation) => {
  const { many } = useWords(encryptionEn).news
  const lineOf = useNewsLine(conversation)
  return (news: readonly PersonNews[]): string[] => {
    if (news.length <= namedAtMost) return news.map(lineOf)
    return kinds.flatMap((kind) => {
      const people = news.filter((each) => kindOf(each) === kind)
      const [only] = people
      if (!only) return []
      return [people.length === 1 ? lineOf(only) : many[kind](people.length)]
    })
  }
}

export const areCounted = (news: readonly PersonNews[]): boolean => news.length > namedAtMost
