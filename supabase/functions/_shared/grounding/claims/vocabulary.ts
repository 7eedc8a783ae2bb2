/** The words that the rules of the check give a meaning, all in one place. Terms are stems (`terms.ts`). */

/** Words that claim nothing by themselves, besides the stop words. */
export const NEUTRAL_WORDS = `
   need needs require requires required requirement mean means stand stands indicate indicates show shows point points
   expect ensure sure necessary according accordingly document documents manual manuals passage passages section table
   page value values figure figures first then next finally step steps follow following yes note always
   therefore thus otherwise least want come comes go goes put puts take takes give gives given keep keeps happen
   happens try unit model type make makes made let lets sit sits read reads reading under above below within between
   beyond exceed exceeds roughly about approximately still already simply higher lower longer shorter wider bigger
   smaller wrong right correct problem problems reason answer ok okay
   since whereas whilst unless until while although though despite besides however moreover instead rather via per
   upon onto toward towards during through across along among around without whenever whether either neither
   likely usually typically generally possibly probably immediately directly exactly additionally again
   actually even ever back enough quite well soon later afterwards beforehand meanwhile
   depend depends cause causes caused result results lead leads become becomes remain remains stay stays seem seems
   appear appears occur occurs deliver delivers treat suspect look looks find finds
   help ask explain describe say says state states list lists following thing things
   word words short summary brief additional important recommend recommended suggest suggests should
   allowed allow permitted permit possible able proceed procedure overview please
   worry worried simple necessarily typical typically sign moment straight away regular regularly insist decide belong
   involve provide provides apply applies handle obvious obviously tricky good bad fine kind sort due certain particular
   specific respective respectively several various last whatever exactly roughly nearly almost essentially
   basically overall together everything anything something nothing keep nor neither place places placed
   yet less fewer greater lie lies mind already itself themselves yourself
   own whole alone watch careful carefully beware remember way manner aim simply merely expected expect correspond
   ideally preferably certainly clearly regardless extra another further meant intended designed suitable serve serves
   case cases situation time times never always cannot every each count counts amount
   leave leaves hello source normal normally limit limits version versions fix reuse long`;

/** Dimensions with the words that their units say too: "Torque: 7 Nm" of "tighten with 7 Nm". */
export const DIMENSION_WORDS: Readonly<Record<string, string>> = {
  ...{ torque: "torque tighten", "foot-pound": "torque tighten", "inch-pound": "torque tighten" },
  ...{ pressure: "pressure", psi: "pressure", "inches of water": "pressure" },
  ...{ celsius: "temperature", fahrenheit: "temperature", kelvin: "temperature" },
  ...{ mass: "weight weigh", pound: "weight weigh", resistance: "resistance", voltage: "voltage" },
  ...{ current: "current", frequency: "frequency", power: "power", force: "force" },
  ...{ length: "length", euro: "cost", dollar: "cost", "pound sterling": "cost", franc: "cost" },
  ...{ "length/time": "speed", revolutions: "speed", "volume/time": "flow", cfm: "flow" },
  ...{ time: "interval duration", days: "interval duration", months: "interval duration" },
};

/** Words of the same meaning, for a technician. */
export const SYNONYMS = [
  "default factory preset",
  "maximum max",
  "minimum min",
  "replace change swap renew substitute exchange",
  "mend repair remedy rectify cure",
  "fail failed failure faulty fault defective defect broken malfunction",
  "measure check test verify inspect examine compare",
  "fit install mount attach",
  "remove detach disconnect unplug",
  "close shut",
  "start begin commence restart resume",
  "stop halt end finish cease",
  "forbidden prohibited banned",
  "big large bigger larger",
  "pipe line tube tubing pipework",
  "cable wire lead conductor",
  "ice frost frozen freeze",
  "smell odour odor stench",
  "noise sound",
  "photograph photo picture",
  "yearly annual annually year",
  "monthly month",
  "daily day",
  "often frequent frequently common commonly usual",
  "people person somebody someone anyone anybody everyone everybody nobody",
  "display screen",
  "press push hold",
  "turn rotate spin",
  "cost price fee surcharge",
  "fast quick quickly rapid",
  "slow slowly gradual gradually",
  "home house building household dwelling property",
  "supply power mains electricity",
  "hot warm",
  "cold colder",
  "blocked clogged plugged obstructed",
  "dirty soiled matted dust dusty",
  "drop fall sink decline",
  "increase rise raise grow climb",
  "write note record document",
  "technician engineer fitter mechanic",
  "add top refill",
  "company firm",
  "inform notify contact call phone telephone",
  "compulsory mandatory obligatory",
  "inner inside internal interior",
  "outer outside external exterior",
  "width diameter",
  "middle centre center",
  "wear worn",
  "vulnerable elderly old",
  "kid child children",
  "instantly instant once",
  "quiet silent",
  "loud noisy",
  "reduce reduced lower decrease",
  "discard dispose disposal",
  "separate separately separated",
  "trained qualified licensed certified certificate certification licence",
  "visit arrive arrives attend",
  "prove proof proves proven evidence",
  "warn warning notice announce",
  "torch braze brazing solder",
  "credit deduct subtract",
  "laboratory lab",
  "reply respond answer",
  "customer client",
  "storey floor",
  "van vehicle",
  "danger hazard risk dangerous hazardous",
  "injure injury hurt",
  "doctor physician",
  "humid damp moist moisture",
  "thaw melt",
  "leak leakage escape",
  "inlet intake",
  "insulate insulation lag",
  "sag droop",
  "bend elbow",
  "distance clearance space",
  "behind rear",
  "bill invoice",
  "sign signature",
  "service maintenance maintain",
  "warranty guarantee",
  "manufacturer maker producer",
  "apprentice trainee",
  "agree accept consent approve approval",
  "refuse decline reject",
  "stick stuck seized jammed",
  "store storage",
  "upright vertical vertically",
  "slope gradient incline",
  "attic loft",
  "cellar basement",
  "sea coast coastal seaside",
  "rodent mouse mice rat",
  "set adjust setting adjustment configure",
  "choose select pick",
  "differ difference deviate deviation",
  "draw consume",
  "lamp light indicator",
  "flash blink",
  "mask respirator",
  "clothes clothing",
  "cylinder bottle",
  "inhale breathe",
  "recover recovery reclaim",
  "vapour vapor",
  "colour color",
  "grey gray",
  "aluminium aluminum",
  "crush collapse squash",
  "torn rip",
  "corrode corrosion rust",
  "hear audible audibly",
  "see visible visibly",
  "earth ground",
  "previous earlier prior",
  "interval period",
  "label tag",
  "lid cover",
  "crawl crawlspace",
  "gust wind",
  "double twice",
  "blend mixture mix",
  "weigh weight",
  "law legal",
  "sheet form",
  "rattle clatter",
  "squeal screech",
];

export const NEGATION =
  /\b(?:not|never|non(?=-)|no(?!\.)|none|nor|neither|cannot|forbidden|prohibited|nothing|nobody|(?:refus(?:es?|ed|ing)|unable) to)\b|n't\b/i;

/** Pairs of opposites, each with the forms of its words. */
export const OPPOSITES = [
  "open opened opening opens | close closed closes closing shut",
  "on | off",
  "increase increases increased rise rises rising raise raises raised | decrease decreases decreased reduce reduces reduced fall falls falling lower lowers lowered",
  "above over beyond | below under beneath",
  "more | less fewer",
  "longer long | shorter short",
  "left | right",
  "up upward upwards | down downward downwards",
  "clockwise | anticlockwise counterclockwise",
  "inside inner | outside outer",
  "hot warm hotter warmer | cold cool colder cooler",
  "maximum max | minimum min",
  "start starts started starting | stop stops stopped stopping",
  "connect connected | disconnect disconnected unplug unplugged",
  "upper top | bottom",
  "front | rear behind",
  "full | empty",
  "wet | dry",
  "positive | negative",
  "forward forwards | backward backwards reverse",
  "fast faster | slow slower",
  "large larger big bigger | small smaller",
  "always | never",
  "both | one",
];

/** Turns of phrase in which the word does not turn the sentence round. */
export const NO_NEGATION =
  /\b(?:no|not|never) (?:more|less|later|earlier|hotter|longer|higher|lower|bigger|smaller|fewer|tighter|above|below|only|over|under|least|most)\b|(?:\bnot|\bnever|n't) (?:to )?(?:exceed|reach|differ|deviate|go (?:above|below|over|under)|rise above|drop below|fall below|be (?:more|less|higher|lower|longer|shorter|above|below|over|under))\b|\bno matter\b|\bno touch\b|\bno (?:need|reason|cause) (?:to|for) (?:worry|worrying|alarm|concern|panic)\b|\bnothing to worry\b|\b(?:do not|don't|need not|needn't) (?:worry|panic|be (?:alarmed|surprised|worried))\b|\b(?:do not|don't|never) (?:forget|hesitate)\b/gi;

/** Words by which a sentence says without a negation that something is not so: "keep it away from". */
export const AVOIDANCE =
  /\b(?:away|avoid\w*|refus\w*|instead|rather|fail\w*|lack\w*|missing|without|stop\w*|free of|out of|kept? off|stays? off|left out|exclud\w*|only|until|unless|except|hardly|rarely|prevent\w*|ignor\w*|reserved|belongs? to|left to|unable|unlikely|useless|ruled? out|bann?ed|harm\w*|damag\w*|danger\w*|destroy\w*|ruin\w*|wrong|unsuitable)\b|\b(?:fine|okay|intact|healthy|undamaged)\b(?! (?:to|for)\b)/i;

/** What parts the clauses of a sentence; "part no. 4410" is in one. */
export const CLAUSE =
  /[,;:()]|(?<!\bno)\.\s| - | – |\b(?:but|because|since|while|whereas|although|so that|which|and|or|if|when|whenever|until|unless|before|after|once|as long as)\b/i;

/** An assistant's words to the person who asks, which say nothing about the matter. */
export const TO_PERSON =
  /\b(?:let me know|tell me|just ask|feel free to ask|happy to help|hope (?:this|that) helps|(?:if|when) you (?:need|want|would like|tell me|give me|send me|let me know|have (?:more|other|further) questions)|I can (?:help|narrow|give|tell|explain|look|check|walk)|good luck)\b/i;

/** Words after which an amount is the most that is meant. */
export const MOST =
  "below|under|less than|lower than|fewer than|within|at most|up to|maximum of|max\\.?|colder than|shorter than|smaller than|<|≤";
/** Words after which an amount is the least that is meant. */
export const LEAST =
  "above|over|more than|higher than|greater than|longer than|hotter than|warmer than|tighter than|wider than|bigger than|exceed|exceeds|exceeding|beyond|at least|minimum of|(?<!/)min\\.?|>|≥";
