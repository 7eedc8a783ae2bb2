import type { Glossary } from "./glossary.ts";

/** French words that the rules of the check give a meaning. */
export const FRENCH: Glossary = {
  phrases: {
    "ne dit pas": "documents do not say",
    "ne disent pas": "documents do not say",
    "ne donne pas": "documents do not say",
    "ne donnent pas": "documents do not say",
    "ne précise pas": "documents do not say",
    "ne précisent pas": "documents do not say",
    "ne mentionne pas": "documents do not say",
    "ne permet pas de le dire": "documents do not say",
    "ne mentionnent pas": "documents do not say",
    "au moins": "at least",
    "au minimum": "at least",
    "au plus": "at most",
    "au maximum": "at most",
    "jusqu'à": "up to",
    "ne dépasse pas": "at most",
    "ne dépassent pas": "at most",
    "ne doit pas dépasser": "at most",
    "ne doivent pas dépasser": "at most",
    "plus de": "more than",
    "plus d'": "more than ",
    "moins de": "less than",
    "supérieur à": "above",
    "supérieure à": "above",
    "inférieur à": "below",
    "inférieure à": "below",
    "au-dessus de": "above",
    "au-dessous de": "below",
    "en dessous de": "below",
    "ou plus": "or more",
    "ou moins": "or less",
    "en dessous du": "below",
    "en dessous des": "below",
    "au-dessus du": "above",
    "au-dessus des": "above",
    "au-delà de": "above",
    "au-delà du": "above",
    "au-delà d'": "above ",
    "par défaut": "factory",
    "c'est bon": "allowed",
    "n'est pas toléré": "not allowed",
    "pas autorisé": "not allowed",
    "chaque semestre": "every 6 months",
    "chaque trimestre": "every 3 months",
    "quart de tour": "quarter turn",
    "un quart de tour": "quarter turn",
    "demi-tour": "half turn",
    "demi tour": "half turn",
    "avant que": "before",
    "avant de": "before",
    "avant d'": "before ",
    "après que": "after",
    "à moins que": "unless",
    "parce que": "because",
    "afin que": "so that",
    "pour que": "so that",
    "dès que": "once",
    "tant que": "while",
    "deux fois par an": "two times a year",
    "une fois par an": "once a year",
    "par an": "a year",
    "tous les ans": "every year",
    "tous les": "every",
    "toutes les": "every",
    "pour cent": "percent",
    "une demi-heure": "30 minutes",
    "un quart d'heure": "15 minutes",
    "six mois": "six months",
    "la moitié": "half",
    "degrés celsius": "degrees celsius",
    "tours par minute": "rpm",
    "dans le sens horaire": "clockwise",
    "dans le sens antihoraire": "anticlockwise",
    "en aucun cas": "never",
    "par exemple": "",
    "c'est-à-dire": "",
    "il faut": "must",
    "il y a": "",
    "hors tension": "off",
    "sous tension": "on",
  },
  words: `
    not: ne n ni
    no: non
    yes: oui
    too: trop
    your: votre vos ton tes
    check: contrôler contrôlez contrôle vérifier vérifiez vérifie vérification
    measure: mesurer mesurez mesure
    replace: remplacer remplacez remplacé remplacement changer changez
    clean: nettoyer nettoyez nettoyage
    adjust: régler réglez réglage réglé ajuster ajustez
    remove: retirer retirez enlever enlevez démonter démontez déposer
    install: installer installez installation monter montez montage poser pose
    connect: raccorder raccordez raccordement brancher branchez connecter
    factory: usine
    leak: fuite fuites
    turn: tour tours
    torque: couple
    pressure: pression
    temperature: température
    voltage: tension
    current: courant
    resistance: résistance
    weight: poids masse
    speed: vitesse
    flow: débit
    additional: supplémentaire supplémentaires suppl
    never: jamais
    any: aucun aucune rien
    nobody: personne
    forbidden: interdit interdite interdits interdites
    without: sans
    except: sauf excepté
    only: seulement uniquement seul seule
    avoid: éviter évitez évite
    at_least: minimum
    at_most: maximum
    with: avec
    cost: coûte coûtent coût prix
    below: sous
    above: dessus
    between: entre
    and: et
    or: ou
    but: mais
    to: à
    per: par
    for: pour
    if: si
    when: quand lorsque lorsqu
    before: avant
    after: après
    afterwards: ensuite
    then: puis alors
    first: abord
    while: pendant tandis
    because: car puisque
    otherwise: sinon
    must: doit doivent devez
    may: peut peuvent pouvez
    exceeds: dépasse dépassent dépasser
    every: chaque
    open: ouvrir ouvrez ouvre ouvert ouverte ouverts ouvertes
    close: fermer fermez ferme fermé fermée fermés fermées
    left: gauche
    right: droite droit
    hot: chaud chaude chauds chaudes
    cold: froid froide froids froides
    high: haut haute hauts hautes élevé élevée
    low: bas basse basses
    increase: augmenter augmentez augmente
    decrease: réduire réduisez réduit diminuer diminuez diminue baisser
    upper: supérieur supérieure
    bottom: inférieur inférieure
    start: démarrer démarrez démarre démarrage
    stop: arrêter arrêtez arrête arrêt
    fill: remplir remplissez
    drain: vider videz vidanger vidangez
    heating: chauffage
    cooling: refroidissement
    wet: mouillé mouillée
    dry: sec sèche
    long: long longue
    short: court courte
    loosen: desserrer desserrez
    tighten: serrer serrez serré
    inside: intérieur
    outside: extérieur
    rear: arrière
    fast: rapide vite
    slow: lent lente
    on: allumé allumée allumer
    off: éteint éteinte éteindre éteignez
    red: rouge rouges
    green: vert verte verts vertes
    blue: bleu bleue bleus
    yellow: jaune jaunes
    white: blanc blanche blancs
    black: noir noire noirs
    brown: marron brun brune
    grey: gris grise
    a: un une
    two: deux
    three: trois
    four: quatre
    five: cinq
    six: six
    seven: sept
    eight: huit
    nine: neuf
    ten: dix
    eleven: onze
    twelve: douze
    thirteen: treize
    fourteen: quatorze
    fifteen: quinze
    sixteen: seize
    twenty: vingt
    thirty: trente
    forty: quarante
    fifty: cinquante
    sixty: soixante
    times: fois
    every_6_months: semestriel semestrielle semestriellement
    every_3_months: trimestriel trimestrielle trimestriellement
    yearly: annuel annuelle annuellement
    monthly: mensuel mensuelle mensuellement
    weekly: hebdomadaire
    daily: quotidien quotidienne quotidiennement
    seconds: seconde secondes
    minutes: minute minutes
    hours: heure heures
    days: jour jours
    weeks: semaine semaines
    months: mois
    years: an ans année années
    degrees: degré degrés
    inches: pouce pouces
    metres: mètre mètres
    millimetres: millimètre millimètres
    centimetres: centimètre centimètres
    kilometres: kilomètre kilomètres
    litres: litre litres
    millilitres: millilitre millilitres
    kilograms: kilogramme kilogrammes kilo kilos
    grams: gramme grammes
    tonnes: tonne tonnes
    volts: volt volts
    amps: ampère ampères
    watts: watt watts
    ohms: ohm ohms
    bars: bars
    documents: document documents manuel manuels notice notices extrait extraits passage passages bulletin
    class: classe
    error: erreur défaut
    terminal: borne bornes
    page: page
    step: étape
    ~: les pas plus point est sont être a ont avoir faut nécessaire nécessaires besoin utiliser utilisez utilise veillez assurez vous toujours
    ~: environ exactement valeur valeurs cas indique affiche apparaît signifie fait faire faites ainsi aussi encore déjà très moins
    ~: chercher cherchez cherche rechercher recherchez trouver trouve mettre mettez met remettre remettez prendre prenez laisser laissez
    ~: rester reste restent tenir tenez donner donne donnez compter comptez venir vient aller va vont passer passe bonjour merci donc
    ~: bon bonne bons bien vaut valent convient conviennent concerne concernent servir sert servent prévoir prévoyez noter note
    ~: autre autres même selon suivant suivante suivants suivantes partie côté lors chacun chacune tout tous toute source réaliser
    ~: effectuer procéder admis admise admises
    ~: référence références réf ref pièce pièces commander commandez toutefois près
    ~: version versions
    ~: cette cet ces peu important possible correct notez section tableau devrait devraient permet permis autorisé autorisée c ce cela`,
};
