/** What people of the fictitious hall say in chat. None of them is real. */

export type Who = 'superadmin' | 'admin' | 'manager' | 'asha' | 'aditi' | 'akash' | 'bhavna' | 'farhan' | 'priyanka'

export type Line = {
  from: Who
  text: string
  /** The line of this conversation, from 0, that it replies to. */
  answers?: number
  reactions?: readonly (readonly [Who, string])[]
  /** The text after an edit by its sender. */
  becomes?: string
  isDeleted?: boolean
}

export type Chat = {
  /** The id of a group that everyone is in, a new group, or a private conversation of two. */
  where: 'general' | 'announcement' | { group: string; description: string; members: readonly Who[] } | { between: readonly [Who, Who] }
  lines: readonly Line[]
  /** How many of its last lines these people have not read; everyone else has read nothing, or all before their own last line. */
  unread: Partial<Record<Who, number>>
}

export const chats: readonly Chat[] = [
  {
    where: 'announcement',
    lines: [
      {
        from: 'superadmin',
        text: 'Welcome to our chat. Please keep it for the hall: seats, timings, notes and lost things.',
        reactions: [
          ['asha', '👍'],
          ['farhan', '👍'],
        ],
      },
      { from: 'admin', text: 'The hall opens at 7:30 on Sunday because the water tank is being cleaned. Closing time stays 9 pm.' },
      {
        from: 'admin',
        text: 'परीक्षा के दिनों में हॉल रात 11 बजे तक खुला रहेगा। कृपया शांति बनाए रखें।',
        reactions: [
          ['priyanka', '🙏'],
          ['asha', '🙏'],
          ['akash', '🎉'],
        ],
      },
    ],
    unread: { asha: 0, aditi: 0 },
  },
  {
    where: 'general',
    lines: [
      { from: 'akash', text: 'Did anybody find a black USB-C charger near seat 14? I left it there last evening.' },
      { from: 'farhan', text: 'I saw one on the window sill this morning, I gave it at the desk.', answers: 0 },
      {
        from: 'manager',
        text: 'Yes, it is with me. Please collect it before 6 pm.',
        answers: 0,
        reactions: [
          ['akash', '❤️'],
          ['farhan', '👍'],
        ],
      },
      { from: 'akash', text: 'Thank you so much! Coming now.' },
      { from: 'bhavna', text: 'Is the AC working in the afternoon today?' },
      { from: 'manager', text: 'The mechanic comes at 2. Till then we have opened the windows and put two more fans.', answers: 4 },
      { from: 'priyanka', text: 'क्या कल छुट्टी है?' },
      { from: 'manager', text: 'नहीं, कल हॉल खुला है। अगली छुट्टी 26 जनवरी को है।', answers: 6, reactions: [['priyanka', '🙏']] },
      { from: 'aditi', text: 'wrong group, sorry', isDeleted: true },
      { from: 'bhavna', text: 'Someone is talking on the phone near seat 30 😕' },
      { from: 'manager', text: 'I am going there. Please take calls outside, everybody.', answers: 9 },
    ],
    unread: { asha: 0, manager: 0, akash: 4 },
  },
  {
    where: {
      group: 'UPSC 2027',
      description: 'Answer writing, current affairs and notes',
      members: ['manager', 'asha', 'aditi', 'farhan', 'priyanka'],
    },
    lines: [
      { from: 'admin', text: 'This group is for those who write the prelims in 2027. Share notes, not PDFs of paid courses.' },
      { from: 'aditi', text: 'Polity test on Saturday, 4 pm, in the small room? 50 questions, I have the paper.' },
      {
        from: 'farhan',
        text: 'I am in.',
        answers: 1,
        reactions: [
          ['aditi', '👍'],
          ['asha', '👍'],
        ],
      },
      { from: 'asha', text: 'Me too. Can we do it at 5? My slot ends at 4:30.', answers: 1 },
      {
        from: 'aditi',
        text: 'OK, 5 pm then. Fundamental rights and the Parliament, chapters 7 to 12.',
        becomes: 'OK, 5 pm then. Fundamental rights and the Parliament, chapters 7 to 11.',
      },
      { from: 'priyanka', text: 'मेरे पास इतिहास के नोट्स हैं, किसी को चाहिए?' },
      { from: 'asha', text: 'हाँ, मुझे चाहिए 🙏', answers: 5 },
      { from: 'farhan', text: 'Good list of schemes: https://www.india.gov.in/my-government/schemes' },
    ],
    unread: { asha: 0, aditi: 0, priyanka: 3 },
  },
  {
    where: { group: 'Evening batch', description: 'Afternoon and evening seats', members: ['asha', 'akash', 'bhavna'] },
    lines: [
      { from: 'akash', text: 'Chai at 6?' },
      { from: 'bhavna', text: 'Always ☕', answers: 0, reactions: [['akash', '😂']] },
      { from: 'asha', text: 'I will join after the mock test.' },
    ],
    unread: { asha: 0, akash: 0, bhavna: 1 },
  },
  {
    where: { between: ['asha', 'manager'] },
    lines: [
      { from: 'asha', text: 'Good morning. Can I change to a full-day seat from next month?' },
      { from: 'manager', text: 'Good morning Asha. Seats 31 to 38 are full-day, 34 becomes free on the 1st. Shall I keep it for you?' },
      { from: 'asha', text: 'Yes please! What would the fee be?', answers: 1 },
      { from: 'manager', text: 'Rs 1,400 a month. You can pay by UPI or at the desk before the 5th.', reactions: [['asha', '👍']] },
      { from: 'asha', text: 'Thank you, I will pay on Monday.' },
      { from: 'manager', text: 'Done, seat 34 is kept for you till the 5th.' },
    ],
    unread: { asha: 1, manager: 0 },
  },
  {
    where: { between: ['asha', 'aditi'] },
    lines: [
      { from: 'aditi', text: 'Did you understand the third question of yesterday’s paper?' },
      {
        from: 'asha',
        text: 'Only half. I think the answer is article 32, not 226.',
        becomes: 'Only half. I think the answer is article 226, not 32.',
      },
      { from: 'aditi', text: 'Let us ask sir tomorrow 😅', reactions: [['asha', '😅']] },
    ],
    unread: { asha: 0, aditi: 0 },
  },
  {
    where: { between: ['priyanka', 'manager'] },
    lines: [
      { from: 'priyanka', text: 'नमस्ते, मेरी फीस की रसीद नहीं मिली।' },
      { from: 'manager', text: 'नमस्ते प्रियंका जी, रसीद आपकी प्रोफ़ाइल में है। मैं छपी हुई प्रति भी दे दूँगी।', answers: 0 },
      { from: 'priyanka', text: 'धन्यवाद 🙏' },
    ],
    unread: { manager: 1, priyanka: 0 },
  },
]
