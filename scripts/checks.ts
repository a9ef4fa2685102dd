/**
 * `node scripts/checks.ts [NAME]`: removes each of these checks of the encryption client in turn, and runs the test that must fail
 * without it. Ends with 1 if one of them passes. Changes files while it runs, so it begins only where nothing is uncommitted in them.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vitest } from './tally.ts'

const client = 'src/chat/encryption/web/client'
const tests = 'src/chat/encryption/server'

type Check = {
  name: string
  file: string
  /** The text of the check, which occurs once, and what stands there without it. */
  text: string
  without: string
  test: string
  title: string
}

const checks: readonly Check[] = [
  {
    name: 'an edit names a first device of the sender',
    file: 'decryptSigned.ts',
    text: 'if (isProvenFirst === undefined) throw',
    without: 'if (isProvenFirst === null) throw',
    test: 'encryption.attacks.test.ts',
    title: 'does not edit the message of another person as one of their own',
  },
  {
    name: 'an edit is marked whose first device only unproven lists name',
    file: 'decryptSigned.ts',
    text: 'isProven: isProven && isProvenFirst',
    without: 'isProven',
    test: 'encryption.promises.test.ts',
    title: 'can edit with a browser from before that was added again, and what only the lists from before tell is marked',
  },
  {
    name: 'what is first seen from before a person started over is marked',
    file: 'decryptSigned.ts',
    text: 'isFromRemoved: isEarlier || ',
    without: 'isFromRemoved: ',
    test: 'encryption.attacks.test.ts',
    title: 'no new message passes for the words of its person',
  },
  {
    name: 'what is first seen from a removed device is marked',
    file: 'decryptSigned.ts',
    text: '(revokedAt !== null && !revokedItself)',
    without: '(revokedAt === undefined && revokedItself)',
    test: 'encryption.attacks.test.ts',
    title: 'no back-dated message of it passes for one from before',
  },
  {
    name: 'an earlier revision is not shown',
    file: 'decrypter.ts',
    text: "  if (revision < before.revision) throw new UnreadableError('rolledBack')\n",
    without: '',
    test: 'encryption.hostile.test.ts',
    title: 'goes back to what it said before an edit, after a reload too',
  },
  {
    name: 'another text of a revision is not shown',
    file: 'decrypter.ts',
    text: "  if (revision === before.revision && commitment !== before.commitment) throw new UnreadableError('changed')\n",
    without: '',
    test: 'encryption.attacks.test.ts',
    title: 'no other text of a revision that was shown replaces it',
  },
  {
    name: 'a message is shown under one id',
    file: 'decrypter.ts',
    text: "    if ((this.#shown.get(name) ?? _id) !== _id) throw new UnreadableError('repeated')\n",
    without: '',
    test: 'encryption.hostile.test.ts',
    title: 'repeats one as another',
  },
  {
    name: 'nothing without encryption is shown after a chat was encrypted',
    file: 'decrypter.ts',
    text: 'if (message.seq < remembered.encryptedFrom) return',
    without: 'if (message.seq >= 0) return',
    test: 'encryption.promises.test.ts',
    title: 'without encryption is marked where it is from before, and not shown where it is from after',
  },
  {
    name: 'kind and people of a private chat are the pinned ones',
    file: 'conversationKeys.ts',
    text: '    if (!known) return true\n    if (kind !== known.kind) return false\n',
    without: '    if (known !== null) return true\n    if (kind !== known) return false\n',
    test: 'encryption.attacks.test.ts',
    title: 'writes nothing in a private chat of two others',
  },
  {
    name: 'a new browser accepts the chain that the recovery code names',
    file: 'thisDevice.ts',
    text: '!isIn(found.chain, vouched)',
    without: 'false',
    test: 'encryption.promises.test.ts',
    title: 'accepts with the recovery code no chain but the one that the code names',
  },
  {
    name: 'a browser is added with the keys whose code was compared',
    file: 'joining.ts',
    text: '  if ((await publicDeviceOf(listed)).fingerprint !== fingerprint) throw new ChangedMeanwhileError()\n',
    without: '',
    test: 'encryption.promises.test.ts',
    title: 'a browser is added with exactly the keys whose code was compared',
  },
  {
    name: 'the number that was compared is the one that is marked',
    file: 'comparing.ts',
    text: ' || (await safetyNumberV2(pair.mine.chain, pair.theirs.chain)) !== digits',
    without: ' || digits === null',
    test: 'encryption.promises.test.ts',
    title: 'is not one where the number has changed since it was compared',
  },
  {
    name: 'setting up does not start over',
    file: 'recovering.ts',
    text: 'if (found && !(kept && isListed(found.chain, kept))) refuse(session)',
    without: 'if (found && kept === null) refuse(session)',
    test: 'encryption.honest.test.ts',
    title: 'two browsers of one person set encryption up one after the other',
  },
]

/** Runs the test of a check without the check. Returns what is wrong with that, or undefined. */
const faultOf = async ({ name, file, text, without, test, title }: Check): Promise<string | undefined> => {
  const path = join(client, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(text).length !== 2) return `${name}: its text is not once in ${file}`
  writeFileSync(
    path,
    source.replace(text, () => without),
  )
  try {
    const { failures } = await vitest(['--project=sqlite', join(tests, test), '-t', title], { TEST_DATABASE: 'sqlite' })
    return failures.length > 0 ? undefined : `${name}: “${title}” passes without it`
  } finally {
    writeFileSync(path, source)
  }
}

const [wanted = ''] = process.argv.slice(2)
const changed = execFileSync('git', ['status', '--porcelain', client], { encoding: 'utf8' })
if (changed !== '') throw new Error(`These files have changes that are not committed:\n${changed}`)
const faults: string[] = []
for (const check of checks.filter(({ name }) => name.includes(wanted))) {
  const fault = await faultOf(check)
  console.log(`${fault ? 'PASSES' : 'fails, as it must'}: ${check.name}`)
  if (fault) faults.push(fault)
}
if (faults.length > 0) console.error(faults.join('\n'))
process.exitCode = faults.length > 0 ? 1 : 0
