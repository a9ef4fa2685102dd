import type { chatPaneEn } from '../../conversations.pane.en.ts'

export type EmojiGroup = keyof typeof chatPaneEn.emoji.groups
export type Emoji = { emoji: string; words: string }

/** Each group as "emoji words, emoji words": the words are what a search finds, the first of them its name. */
const source: Record<EmojiGroup, string> = {
  smileys:
    '😀 grinning smile happy,😃 smiley happy joy,😄 laughing eyes happy,😁 beaming grin,😆 laughing squint,😅 sweat smile relief,😂 tears of joy laugh lol,🤣 rolling laugh,🙂 slight smile,🙃 upside down,😉 wink,😊 blush smile,😇 angel halo innocent,🥰 hearts love adore,😍 heart eyes love,🤩 star struck wow,😘 kiss,😋 yum tasty,😛 tongue,😜 wink tongue crazy,🤪 zany silly,🤗 hug,🤭 giggle oops,🤫 quiet shush,🤔 thinking hmm,🤐 zipper mouth secret,😐 neutral,😑 expressionless,😶 speechless,😏 smirk,😒 unamused,🙄 eye roll,😬 grimace awkward,😌 relieved calm,😔 pensive sad,😪 sleepy,😴 sleeping tired,😷 mask ill,🤒 fever ill,🤕 hurt bandage,🤢 sick nausea,🥵 hot,🥶 cold,😵 dizzy,🤯 mind blown,🥳 party celebrate,😎 cool sunglasses,🤓 nerd study,😕 confused,😟 worried,🙁 frown sad,😮 surprised wow,😲 astonished,😳 flushed embarrassed,🥺 pleading please,😨 fearful afraid,😰 anxious,😢 crying sad tear,😭 sobbing cry,😱 scream,😖 confounded,😣 persevere,😞 disappointed,😓 sweat,😩 weary,😫 tired,🥱 yawn bored,😤 triumph steam,😡 angry,😠 cross angry,🤬 swearing,💀 skull dead,💩 poo,👻 ghost,🤖 robot',
  people:
    '👍 thumbs up yes like ok,👎 thumbs down no dislike,👌 ok perfect,✌️ victory peace,🤞 fingers crossed luck,🤟 love you hand,🤙 call me,👈 left,👉 right,👆 up,👇 down,☝️ one point,✋ stop hand,👋 wave hello bye,🤝 handshake deal,👏 clap applause,🙌 raised hands hooray,👐 open hands,🙏 thanks please namaste pray,✍️ writing,💪 strong muscle,🧠 brain,👀 eyes look,👂 ear listen,👤 person,👥 people,🧑‍🎓 student graduate,🧑‍🏫 teacher,🧑‍💻 computer work,🧑‍🔬 scientist,🧑‍⚕️ doctor,👮 police,🙋 raise hand question,🤷 shrug unknown,🤦 facepalm,🙅 no stop,🙆 ok,🏃 run,🚶 walk,🛌 sleep bed',
  nature:
    '🐶 dog,🐱 cat,🐭 mouse,🐰 rabbit,🦊 fox,🐻 bear,🐼 panda,🐯 tiger,🦁 lion,🐮 cow,🐷 pig,🐸 frog,🐵 monkey,🙈 see no evil monkey,🐔 chicken,🐦 bird,🦅 eagle,🦉 owl,🦚 peacock,🐝 bee,🦋 butterfly,🐢 turtle,🐍 snake,🐘 elephant,🐪 camel,🐟 fish,🌱 seedling plant,🌳 tree,🌴 palm,🌵 cactus,🌷 tulip,🌸 blossom flower,🌹 rose,🌻 sunflower,🌙 moon,⭐ star,🌟 glowing star,✨ sparkles,☀️ sun,⛅ cloud sun,☁️ cloud,🌧️ rain,⛈️ storm,⚡ lightning,❄️ snow cold,🌈 rainbow,🔥 fire,💧 water drop,🌊 wave sea',
  food: '🍎 apple,🍌 banana,🍇 grapes,🍉 watermelon,🍊 orange,🍋 lemon,🥭 mango,🍍 pineapple,🍓 strawberry,🥥 coconut,🍅 tomato,🥔 potato,🥕 carrot,🌶️ chilli hot,🧅 onion,🍞 bread,🫓 flatbread roti,🥚 egg,🧀 cheese,🍔 burger,🍟 fries chips,🍕 pizza,🥪 sandwich,🌯 wrap roll,🍛 curry rice,🍚 rice,🍜 noodles,🥟 dumpling momo,🍲 stew dal,🥗 salad,🍦 ice cream,🍩 doughnut,🍪 biscuit cookie,🎂 birthday cake,🍰 cake,🍫 chocolate,🍬 sweet,🍿 popcorn,🥛 milk,☕ coffee tea,🍵 tea chai,🥤 drink,🧃 juice,🍽️ plate meal',
  activities:
    '⚽ football,🏏 cricket,🏀 basketball,🎾 tennis,🏐 volleyball,🏸 badminton,🏓 table tennis,🥊 boxing,🏊 swimming,🚴 cycling,🧘 yoga,♟️ chess,🎯 target goal,🎮 game,🎲 dice,🧩 puzzle,🎨 art paint,🎵 music note,🎧 headphones,🎸 guitar,🥁 drum,🎬 film,🏆 trophy win,🥇 gold medal first,🥈 silver medal second,🥉 bronze medal third,🎉 party celebrate congratulations,🎊 confetti,🎈 balloon,🎁 present gift,🪔 lamp diwali,🎆 fireworks',
  places:
    '🏠 house home,🏢 office,🏫 school,🏛️ hall,🏥 hospital,🏦 bank,🕌 mosque,🛕 temple,⛪ church,🚗 car,🚌 bus,🛺 auto rickshaw,🚲 bicycle,🛵 scooter,🚆 train,✈️ plane flight,🚀 rocket,⛽ fuel,🚦 traffic light,🗺️ map,📍 pin place,🏖️ beach,⛰️ mountain,🌅 sunrise morning,🌃 night city,🪑 chair seat,🛏️ bed,🚪 door',
  objects:
    '📚 books library study,📖 open book read,📕 book,📝 note write exam,✏️ pencil,🖊️ pen,📏 ruler,📐 triangle geometry,🎓 graduation degree,🎒 school bag,💡 idea light,🔦 torch,🔋 battery,🔌 plug charging,💻 laptop computer,📱 phone mobile,⌨️ keyboard,🖨️ printer,📷 camera,📞 telephone call,⏰ alarm clock,⏳ hourglass time,📅 calendar date,📌 pushpin,📎 paperclip attach,✂️ scissors,🔑 key,🔒 lock,🔔 bell,📣 announcement,✉️ letter mail,📦 parcel,💰 money,🧾 receipt bill,🪙 coin,💳 card,🧮 abacus calculate,🔬 microscope science,🧪 experiment chemistry,⚖️ scales law,🗑️ bin,🧹 broom clean,☂️ umbrella,👓 glasses',
  symbols:
    '❤️ red heart love,🧡 orange heart,💛 yellow heart,💚 green heart,💙 blue heart,💜 purple heart,🖤 black heart,🤍 white heart,💔 broken heart,💕 two hearts,💯 hundred full marks,✅ done check yes,☑️ ticked,✔️ check,❌ wrong no cross,❗ exclamation important,❓ question,⚠️ warning,🚫 forbidden no,⛔ stop,♻️ recycle,🆗 ok,🆕 new,🆓 free,🔴 red circle,🟢 green circle,🟡 yellow circle,🔵 blue circle,▶️ play,⏸️ pause,➕ plus add,➖ minus,➗ divide,✖️ times multiply,🔝 top,🔙 back,🔁 repeat,#️⃣ hash,0️⃣ zero,1️⃣ one,2️⃣ two,3️⃣ three,🏁 finish flag,🇮🇳 india flag,💬 speech talk,💭 thought,🕉️ om,☪️ crescent,✝️ cross',
}

const read = (text: string): Emoji[] =>
  text.split(',').map((entry) => {
    const space = entry.indexOf(' ')
    return { emoji: entry.slice(0, space), words: entry.slice(space + 1) }
  })

export const emojiGroups = Object.entries(source).map(([group, text]) => ({ group: group as EmojiGroup, all: read(text) }))

/** Returns the emoji for which each word of the search is the beginning of one of their words. */
export const findEmoji = (search: string): Emoji[] => {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ words }: Emoji) => wanted.every((begin) => words.split(' ').some((word) => word.startsWith(begin)))
  return emojiGroups.flatMap(({ all }) => all.filter(fits))
}
