const words = `
  00000000 000000000 0000000000 01234567 012345678 0123456789 11111111 111111111 1111111111 11223344 1122334455 112233445566 12121212
  12312312 123123123 123321123 12341234 12344321 123454321 12345678 123456780 123456789 1234567890 12345678910 1234qwer 13131313
  147258369 159753456 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 33333333 44444444 55555555 66666666 741852963 77777777 789456123
  87654321 88888888 963852741 987654321 9876543210 99999999 a1234567 a12345678 a123456789 aa123456 aa12345678 aaaaaaaa abc12345
  abc123456 abc123abc abcabcabc abcd1234 abcdefgh abcdefghi admin123 admin1234 admin12345 admin@123 admin@1234 adminadmin
  administrator ajay1234 amit1234 ankit123 anthony1 arsenal1 asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl babygirl babygirl1
  bangalore baseball baseball1 batman123 bharat123 brandon1 butterfly changeme changeme1 changeme123 charlie1 chelsea1 chennai123
  chocolate chocolate1 christian college123 computer computer1 corvette cricket1 cricket123 cupcake1 daniel123 deepak123 default1
  delhi123 dhoni007 dragon12 dragon123 elizabeth facebook facebook1 ferrari1 football football1 freedom1 ganesh123 google123 guest1234
  hanuman1 hello123 hello1234 hellohello helloworld hyderabad iloveu123 iloveyou iloveyou1 iloveyou2 india123 india1234 india@123
  indian123 internet jaihind1 jaihind123 jaimatadi jaipur123 jaishreeram jennifer jonathan jordan23 kolkata123 krishna1 krishna123
  lamborghini letmein1 letmein123 library1 library123 library@123 liverpool lovelove loveyou1 lucknow1 mahadev1 mahadev123 mahesh123
  manager1 manager123 manager@123 master12 master123 matthew1 mercedes michael1 michelle monkey12 monkey123 mumbai123 mustang1
  mylove123 myspace1 naruto123 nicholas omnamahshivaya p@ssw0rd p@ssword pass1234 pass12345 pass@123 pass@1234 passpass passw0rd
  password password! password1 password1! password12 password123 password1234 password@1 password@12 password@123 pokemon1 pooja123
  princess princess1 priya123 pune1234 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc qweasd123 qweasdzxc qweqweqwe qwer1234 qwerty12
  qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop radheradhe rahul123 rahul1234 ramesh123 reading123 rohit123 root1234 sachin10
  sachin123 saibaba1 samantha samsung1 samsung123 sanjay123 school123 secret12 secret123 shadow12 shadow123 shivshakti starwars
  student1 student123 student@123 study123 studyhall sunshine sunshine1 superadmin superadmin1 superadmin123 superman suresh123
  teacher123 test1234 test12345 testing1 testing123 testtest thomas123 trustno1 user1234 victoria vijay123 welcome1 welcome123
  welcome@123 whatever william1 zaq12wsx zxcvbnm1 zxcvbnm123
`

/** The most common passwords, in lower case; only those long enough to be allowed. */
export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
