import { expect, test } from 'vitest'
import { message, sealed } from '../testing/samples.ts'
import { lastOf, originalOf } from './stretch.ts'

const attachment = {
  url: '/api/chat/attachments/a1',
  previewUrl: null,
  originalName: 'Timetable.pdf',
  mediaType: 'application/pdf',
  size: 1,
  width: null,
  height: null,
}

test.each([
  ['an encrypted file is named', { ...sealed, content: null, attachment }, 'Timetable.pdf'],
  ['its caption goes before', { ...sealed, content: 'From Monday', attachment }, 'From Monday'],
  ['an open file is named too', { content: null, attachment }, 'Timetable.pdf'],
])('in previews %s', (_, more, said) => {
  const sent = message(1, { type: 'file', ...more })
  expect([lastOf(sent).content, originalOf(sent).content]).toEqual([said, said])
})
