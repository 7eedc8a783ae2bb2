/**
 * The 2,400 most common passwords of six characters or more, in small letters, copied from the list of
 * @zxcvbn-ts/language-common, without those that another part of the rule refuses. They are copied
 * because a form checks passwords without a network, and a server function should not load a package
 * of megabytes.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
dragon baseball abc123 football monkey shadow master michael mustang superman 1qaz2wsx fuckyou jordan qazwsx jennifer 123qwe killer trustno1 hunter
harley zxcvbnm asdfgh buster andrew batman soccer tigger charlie robert sunshine thomas iloveyou fuckme ranger daniel hockey computer michelle jessica
starwars asshole klaster zxcvbn freedom princess joshua maggie ginger ashley 159753 nicole summer matthew chelsea biteme matrix william yankees taylor
corvette austin martin heather thunder merlin secret diamond anthony hammer fucker 1234qwer silver gfhjkm justin patrick richard bailey internet
samantha golfer scooter orange cookie maverick jackson sparky mickey phoenix bigdog snoopy guitar whatever chicken morgan andrea camaro mercedes
peanut ferrari cowboy falcon welcome samsung steelers joseph smokey dakota melissa arsenal boomer eagles tigers marina nascar gateway porsche yellow
monster spider diablo bulldog junior purple compaq lakers iceman qwer1234 hardcore cowboys ncc1701 boston brandon tennis johnny miller q1w2e3r4 scooby
123654 edward nikita mother brandy barney chester fuckoff oliver charles player knight forever steven rangers midnight chicago bigdaddy redsox
victoria badboy please fender jasper slayer rabbit natasha rachel bigdick marine wizard marlboro raiders prince casper fishing flower crystal jasmine
panties iwantu winner winter gandalf ghbdtn 1q2w3e4r angela golden lauren jordan23 winston madison angels blowme panther bigtits spanky shannon sophie
johnson thx1138 murphy danielle blowjob 8675309 jonathan liverpoo muffin cooper apples jackie dennis abcd1234 sandra pokemon 123abc slipknot carlos
qazxsw scorpion qwaszx butter startrek rainbow asdfghjkl redskins newyork gemini cameron qazwsxedc florida liverpool turtle nicholas viking booger
wilson sierra butthead doctor rocket 159357 victor dolphins captain bandit jaguar packers pookie peaches 789456 dolphin helpme tucker theman tiffany
maxwell jeremy shithead albert maddog lovers monica united giants nirvana metallic hotdog rosebud mountain benjamin warrior stupid elephant suckit
bond007 jackass bonnie alexis scorpio samson q1w2e3 rush2112 azerty freddy driver calvin sydney gators dexter red123 12345a creative arthur trouble
america gunner rebecca stella garfield gordon bullshit parker asdfghjk fucking 1qazxsw2 december legend airborne beavis august brooklyn godzilla
skippy kitten shelby beaver phantom nothing williams xavier braves darkness blink182 travis copper tomcat platinum bigboy animal police online voyager
lifehack 12qwaszx sniper 315475 trinity walter blazer heaven snowball playboy bubbles loveme hooters cricket marvin donkey topgun nintendo saturn
family november gabriel destiny pakistan pumpkin digital sergey chance explorer redwings private therock 789456123 lasvegas guinness beatles cassie
christin asdf1234 celtic broncos andrey babygirl nelson donald eclipse cartman louise michigan testing carolina samuel alexande birdie cherry pantera
sharon gibson vampire mexico dickhead buffalo montana genius flyers maximus school minecraft lovely stalker metallica doggie carter kristina kimberly
spencer speedy snickers sabrina carmen marcus bronco yankee friends paradise lol123 dreams magnum horses caroline 147258369 lacrosse goober enigma
scotty bollocks surfer genesis poohbear asd123 qweasdzxc racing friend hello1 eagle1 october vanessa einstein boobies stanley 12345q walker bitches
drowssap stephen courtney simple badger action denise jester spitfire drummer forest patricia maryjane champion diesel svetlana friday gregory pamela
hotrod 147258 anderson lucky1 douglas westside security shorty thumper hitman mozart general reddog zaq12wsx lizard alexander melanie ruslan vincent
teresa scarface 147852 a12345 marshall olivia veronica buddha spirit frankie money1 stargate antonio liberty natalie mercury naruto qwe123 suzuki
semperfi popcorn spooky marley system brittany claudia scotland cherokee vikings simpsons rascal qweasd loveyou hummer michael1 allison patches russia
adrian jupiter penguin cumshot howard passion vfhbyf vladimir franklin sandman 123789 infinity bastard raider passport sucker fantasy bulldogs horney
domino budlight ironman disney norman softball bishop francis brutus redrum brooke bigred jeffrey fktrcfylh karina marines kawasaki digger ireland
oksana fireman cougar college russell houston monday bradley nigger justice wildcats tinker duncan dancer logitech avalon swordfis everton motorola
alexandr timothy hentai pussy1 claire patriots madonna colorado ducati kermit juventus galore freeuser smooth titanic boogie simpson warcraft wolverin
elizabet arizona saints valentin georgia test123 accord baxter denver mitchell christ stinky zachary roland naughty ncc1701d spiderma chopper brenda
hello123 extreme virginia skyline zombie pearljam froggy pirate fylhtq vision 123qweasd awesome dreamer predator bullet empire charlie1 panthers
skipper nemesis peekaboo rasdzv3 alison rolltide american cardinal arnold chevelle psycho happy1 danger mookie wanker manutd hobbes vegeta goblue
852456 burton fyfcnfcbz picard windows loverboy vfrcbv victory 123654789 turkey serega galina rooster polina berlin suckme taurus electric ronald
134679 raptor alpha1 maksim spring brazil bigcock newport kenneth hendrix england a1b2c3 sublime britney france darkside bigman hercules lawrence
wolfpack classic lincoln ronaldo 741852963 spiderman 1q2w3e blizzard cheyenne wombat tiger1 cjkysirj raymond brother kristen pandora devils zxc123
simone holiday wildcat kramer 147852369 buddy1 sterling caesar carrie bondage sports pussycat pickle catch22 leather shaggy a1b2c3d4 chronic flowers
qaz123 robbie gracie freepass airplane perfect kodiak billybob sunset stingray snowman angel1 chocolat zeppelin garcia detroit wolves pontiac firebird
vagina gundam panzer outlaw pretty fisher connie business trevor redhead hardon greenday tarheels nastya hellfire engineer dragon1 savage service
serenity michele lickme fireball darkstar miranda mustang1 124578 harvey strike freddie pavilion beauty bobafett dbrnjhbz bigmac chris1 clinton
bowling natali future harrison wallace welcome1 swimming apache pyramid dodgers whynot fuckit defender morris trooper 135790 cancer precious packard
lucifer weasel 142536 icecream stewart tanner swordfish blonde presario rockstar viktor manager cheryl james1 control wutang airforce julian thailand
looking casino 741852 456123 bluebird theone hawkeye hacker dustin elaine nfnmzyf sailor catfish goldfish barbie design pervert machine herman
wrangler trucks nipples roscoe tornado lights cadillac orlando pegasus target longhorn browns stefan dilbert baller microsoft christia qazwsx123
shooter xfiles lesbian seattle corona amateur cthutq prelude 246810 malibu freaky integra atlantis pussies dragons iloveu monkey1 unicorn lonewolf
regina 753951 stealth kristin openup bobcat stacey software newton leonardo student srinivas angelina valentina trigger zaqwsx lolita athena shotgun
coyote bruins veronika dollar country rocky1 babydoll lestat wordpass hottie smiley potter random sweety butterfly chipper samurai maddie devildog
valerie mistress flipper freedom1 express powers cessna teacher goldie polaris piglet cookies montreal hjvfirf ladies wolfgang fatboy scully father
single wicked fetish foobar castle tickle transam dfvgbh 31415926 oicu812 impala sunday hotstuff ronnie jasmin gambit toshiba basketba lancer birthday
stephani jessica1 hooker knicks 314159 roberto stinger fuckyou2 kathleen savannah shamrock benson squirt deftones trucker redneck goldberg alfred
blaster siemens shelly renegade manson subaru ibanez blondie hamilton swinger cristina mylove galaxy lindsay dudley farmer gloria special enterpri
1234abcd travel babylon5 bigone sweetpea skeeter fucked ficken trfnthbyf master1 freeman curtis smitty marino joanne bigfoot escort larisa trumpet
tristan spartan babylon asdfghj sister valera stormy paladin andreas cavalier marathon hamlet aardvark butterfl bigboobs mister yankees1 napoleon
indigo hornet skater jerome wonder indians karate buckeyes hesoyam charger highland sweetie holland chiefs diamonds buckeye hotsex campbell griffin
brandi redman passwor chandler monika maiden elizabeth leonard bernie pornstar garden autumn thuglife jungle pencil insane timber jesus1 sherlock
mariah audrey david1 1a2b3c hamster aragorn pioneer techno catdog triumph sidney 141627 321654 fktrctq sophia morpheus island wetpussy hobbit erotic
shadow1 pascal sampson consumer justme marion stones chrissy nadine goforit burger pitbull kelsey adgjmptw spartak german kissme hunting kaiser martha
colors artist harold sammie barcelona nicolas virgin pebbles sundance isabella overlord emerald callie isabelle germany 1478963 goddess change wesley
nipple basket poison zipper alpine shirley element huskers marcel christy sakura inside ultimate nicola ncc1701e blackie q12345 watson rommel matthew1
geronimo caserta trojan 123qwe123 philips sergio nugget sammy1 tarzan bassman warren trixie chicks aleksandr webster sherry manuel portugal dodger
bomber michel madness superfly 123asd florence yvonne global ybrbnf energy desire wrinkle1 soldier bianca sexual warlock martina 951753 11235813
andrei seminole alejandr westham concrete access14 harris margaret hector christop ladybug network bernard qazxswedc trombone pleasure rhbcnbyf
history bluesky sherman january onelove christian cdtnkfyf archie holden brianna vfvjxrf titans stallion lindsey singer hansolo angelo natalia beagle
smiles blue22 qawsed inferno mongoose connect kingkong snatch flatron sex4me bluemoon rocker personal blessed snakes dominic forget finger jamaica
alberto mulder fuckyou1 immortal plastic 123454321 dietcoke spunky anthony1 whiskey monitor giovanni cactus spyder markus planet magic1 patton exigen
sticky waters nolimit daniela hollywoo abigail apple1 morrison katrina trunks always 14789632 clifford mission pickles million sailing holmes bonehead
fernando ghbdtnbr 112358 charlott darren newman molly1 faster cumming bertha memphis sylvia ilovesex maurice william1 hongkong jumper unreal geheim
rodney nylons sebastia pentium legion shalom kennedy brooks graham sprite curious pacific funtime philly niners werewolf milton cantona kingdom africa
office boeing gilbert abgrtyu pirates super123 sheila french cooldude palmer eternity tottenha green1 stocking monique anything foster jackoff 7895123
biscuit drizzt camera columbia fossil makaveli tracey colt45 robinson isabel martini salmon jersey verbatim maniac snapper satan666 solomon patriot
standard shaved blackcat asdzxc punkrock raistlin infantry dillon gerald twister ricardo waterloo cjkywt clayton crimson serena oxford flight condor
seinfeld silvia maxine musicman ravens colleen wolfman sharks megadeth foxtrot garrett black1 damien skywalke banshee squirrel wolverine sunrise
western grendel roxanne privet legolas marlin herbert lvbnhbq qazwsxed carrot blades frosty stardust helena brownie groovy butler twilight daytona
licker peanuts intrepid pikachu trains mollie vanhalen jericho hershey strider lobster punisher zaq123 murray shogun goblin search neptune showtime
darwin amadeus suzanne seven7 jason1 oldman showme getsome muscle obiwan support skittles ekaterina whitney maestro tanker english tarheel fighter
thanks blue123 hannibal capital newlife anubis gothic sabine thunder1 preston princes brendan evelyn python richie tequila chelsea1 clover mirage
surfing bentley portland baggins review porter chubby panasonic sandiego sooners derrick penelope blackdog harmony fusion mature malcolm buttons
1a2b3c4d californ safety playtime dagger moscow swallow warriors byteme stimpy gangster christine turner iverson lester chargers liquid asdf123
mushroom cracker dingdong lucky7 nymets 456852 bigguy mobile tazman nimrod newpass crusader bugger stranger dkflbvbh anastasia volume masters monroe
miguel collins powder archer gotcha battle dublin slapshot guardian 147896325 janice charly septembe photos knights woody1 angelica nookie milano
pepsi1 scarlett stuart damian grizzly 123098 camille scruffy brasil latino kittycat munchkin lorenzo rammstein 1passwor barcelon santiago thegame
robert1 gerard picasso viper1 walnut blackman wisdom trance starcraft parrot quality auburn goodluck eatshit dorothy coltrane gorilla wheels katerina
postal luther ranger1 pass123 cassidy discover oakland andrew1 spanking dumbass shaney14 192837465 lonestar bridge bender stonecol dookie meridian
megaman heather1 racerx rjntyjr firefly richard1 alexandra madrid griffey phoebe zaq1xsw2 beautiful violet ledzep lowrider gangsta ghjcnj paradox
tacobell 123698745 loving catalina vertigo halflife carson sergei shiloh sobaka buffett aliens chucky bonjour kangaroo thompson sinner socrates
soccer1 keyboard stevie trebor finish sprint shazam national celica sarah1 scarlet formula1 hoover sommer frances hotboy cynthia qwerasdf 12369874
penguins formula rebels fuckface elwood melvin honda1 vacation ragnarok lexmark asshole1 lorraine 258456 claude rockon dodgeram tacoma wookie prodigy
tempest vfhecz flames sebastian colombia oblivion mystery sithlord molson mustangs incubus smoker 123qaz window scoobydo rescue bigballs zxcv1234
carpet titleist richmond director lawyer magnolia celeste melinda wright jimbob golfing xanadu tardis blueeyes hearts pussy69 shaman mersedes 102938
springer imagine janine patrick1 kenwood 123zxc garbage martinez topper cowboys1 roberts ashton elliott oracle sheena mallard 123987 analsex shemale
gateway1 asterix monkeys imperial cooler grateful gillian peterpan kingston yourmom sleepy gremlin printer hudson pa55word freckles birdman frank1
aussie esther defiant margarita jackal frogger bridget research tobias mariners rootbeer blondes donnie katrin weather aspirine frederic parola
children account israel stephanie shaolin noodles celine forgot scooter1 thomas1 rogers palace santos ohyeah magnus laurie creampie amazon ludwig
plymouth justdoit assfuck 987456 6751520 putter broken nopass letsgo harley1 champs lightnin massive camelot gizmodo spidey caliente aezakmi goodtime
mypass catherin active payton lonely redalert brucelee smokin porkchop astros aquarius raiders1 thankyou kevin1 atomic fletcher shopping a1s2d3f4
rusty1 marian vanilla hunter1 unknown sapphire temple qwert123 marvel beckham kaktus 753159 myself sooner blacky elvis1 hastings buster1 power1
blackjac aggies scream picture judith iforgot kasper cxfcnmt bangkok shitty spectrum eduard jammer painter primus veritas ernest kristi chevrole
amber1 amsterdam slappy valley horny1 hitler clancy spankme granny avenger usa123 diamond1 rosemary husker candyman beatrice scrappy john316 falcons
front242 harder atlantic labrador smudge syracuse southern melody elijah center darling throat fatman krishna sanchez pancho pacman commando delta1
vulcan clitoris lemons 8j4ye3uz odessa barkley monopoly method punkin pineappl celtics lesbians area51 flyboy hamburg spartans tricky romashka
snuggles phoenix1 anders homer1 hermes jeremiah homerun forrest carolyn topcat hayden cosworth vectra grover goodbye charlotte cuddles bossman horndog
doberman telefon qawsedrf ivanov durango peugeot killer1 franco plumber pauline exigent brandon1 laguna emmanuel webmaster bowler leopard strong
theking redbull viktoria porsche9 topdog starbuck omega1 dalton fuckers oscar1 hungry beefcake reality gjkbyf speaker shelley godsmack clarence writer
loveit kingpin starfish anarchy herbie blacks content sailboat desert fitness brando bohica achilles tractor jordan1 ncc1701a hidden kicker arsenal1
labtec pa55w0rd amelia tuesday frontier swingers jimmy1 caitlin muppet legacy farside matilda kentucky jackson1 doughboy qwertyuiop 1234567890
q1w2e3r4t5 1q2w3e4r5t 4815162342 123456789a 12345qwert 1234554321 usuckballz1 password123 123456789q basketball 1029384756 123qweasdzxc soso123aljg
manchester 1qaz2wsx3edc 12345678910 q1w2e3r4t5y6 1123581321 qwerty12345 1q2w3e4r5t6y fuck_inside mailcreated5240 nuttertools 1122334455 qazwsxedcrfv
123456qwerty 1234567890q terminator qwerty123456 california enterprise 123456789z rjirfrgbde christopher polniypizdec0211 fktrcfylhf sojdlg123aljg
a123456789 translator deepthroat undertaker qwerty1234 motherlode multiplelo rjycnfynby syncmaster aleksandra salamander sersolution montgom240
leavemealone motherfucker realmadrid tinkerbell 123456654321 dragonball playstation ghostrider 1234567890a 1357924680 7ugd5hip2j gfhjkmgfhjkm
9293709b13 microphone 1234567891 washington vsjasnel12 qazwsxedc123 yjdsqgfhjkm strawberry anastasiya mypassword zxcvbnm123 harrypotter qwert12345
password12 abrakadabra alessandro 123456789s good123654 fuckinside konstantin 7894561230 underground tokiohotel highlander ghjcnjgfhjkm evangelion
zxcasdqwe123 sonyericsson suckmydick pufunga7782 liverpool1 university hellokitty ghhh47hj7649 roadrunner ironmaiden mississippi intercourse
12345qwerty htubcnhfwbz 123456789m revolution absolutely q123456789 vqsablpzla friendster skateboard masterbate 123456789d vfntvfnbrf penetration
0192837465 cocksucker 123456789qwe alexander1 nthvbyfnjh azertyuiop password01 1qazxsw23edc 1234567899 ilovepussy 1234509876 password99 abracadabra
madagaskar sweetheart ronaldinho masterbating dragonballz rfhfvtkmrf ghjcnbnenrf information supersonic qwerasdfzxcv qweasdzxc123 cheerleaers
metallica1 123456789r flvbybcnhfnjh experienced greedisgood 1020304050 nopassword 123456789987654321 blackberry z1x2c3v4b5 mastermind 112233445566
interacial 1357908642 123456789v volleyball q1q2q3q4q5 spiderman1 123456789o ghbdtnrfrltkf 1z2x3c4v5b websolutions finalfantasy 1234567890z gangbanged
1qaz2wsx3edc4rfv christophe losangeles chickenwing101 987654321a a1b2c3d4e5 wachtwoord quant4307s a1s2d3f4g5 ghbdtndctv 3rjs1la7qe password11
unbelievable housewifes administrator groupd2013 vflfufcrfh lamborghini experience 123321123321 babemagnet justinbieber lockerroom ejaculation
pussylover contortionist armageddon casablanca 123qwe123qwe knickerless newproject2004 lighthouse 1a2s3d4f5g qawsedrftg qazwsxedc1 evanescence
motdepasse porsche911 comicbookdb pornographic j3qq4h7h2v transexual braveheart masturbation 1213141516 123456789p shevchenko maximilian needforspeed
devilmaycry businessbabe 123456789l yfnfitymrf montecarlo charlie123 zxcvb12345 fuckmehard 1a2b3c4d5e 123456789123 callofduty masterbaiting uncencored
12345654321 pathfinder volkswagen maurolarastefy spartan117 0000000000o 12345678900 supernatural cxfcnkbdfz summertime penetrating pokemon123
astalavista asdfg12345 professional domainlock2005 scandinavian dhjnvytyjub watermelon 123456789k deutschland 17171717aa doggystyle dkflbvbhjdbx
momsanaladventure hd764nw5d7e1vb1 qazwsxedcrfvtgb peternorth a1a2a3a4a5 aleksander lifeisgood darthvader 123hfjdk147 insertions techniques
123456789012 8phrowz622 badnaamhere 5hsu75kpot 0102030405 dkflbvbhjdyf 3216732167 alexandria mostwanted opensesame 8phrowz624 bondarenko mapet123456
pussylicker counterstrike thunderbird postov1000 limpbizkit 12345678901 solidsnake connection hellohello copenhagen cinderella goldfinger angelofwar
zaq1xsw2cde3 zcxfcnkbdf chocolate1 fuckyou123 parliament bladerunner vfvfvskfhfve 1a2a3a4a5a gy3yt2rgls jediknight 123456789abc winchester hondacivic
ctdfcnjgjkm welcome123 q1234567890 123456789n fkmnthyfnbdf intelligence ghjcnjghjcnj admin18533362 underworld girlfriend wonderland 23176djivanfros
salamandra 123456789qwerty smallville qwertasdfg cyberonline galatasaray mitsubishi qazxswedcvfr azsxdcfvgb qwertyasdfgh ilovemyself wellington
cvzefh1gkc 89600506779 jesuschrist blingbling psychnaut1 darkknight 1q2q3q4q5q sailormoon pussyeater whosyourdaddy oc247ngucz 1111111111zz prettygirl
1223334444 duranduran 123123123q moneymoney fktrcfylhjdbx astonvilla 89015173454 multimedia fktrcfylhjdyf parolparol whatthefuck 123456789w
541233432442 t34vfrc1991 trustnoone sunderland friendship cheesecake fgjrfkbgcbc 123456789qaz cnjvfnjkju 1234qwerty mickeymouse password69 4904s677075
1111122222 fartripper qpwoeiruty 12345trewq 0147896325 dashadasha ghbdtnghbdtn password1234 12345678900987654321 bestfriend birthday21 51051051051
venom121293 ambassador 12345zxcvb painkiller webhompass chesterfield apocalypse neveragain moneymaker 010203040506 firefighter lost4815162342
slipknot666 102030405060 hellraiser testing123 dbrnjhjdbx cxfcnmttcnm independent television letmeinnow 1234567890s rhbcnbyjxrf sexmachine 123456789g
`
    .trim()
    .split(/\s+/),
);
