"""Support weights: the fitted score; written by ``scripts/fit_support.py``, not by hand.

A ridge logistic regression for "this sentence is not supported", fitted on the claims of the fit half of
the sources of RAGTruth's training answers (MIT licence). The word lists are stems of many of those answers.
"""

from masis.domain.language.vocabulary import listed

BIAS = 0.0357
WEIGHTS = {
    "cover": -1.5781,
    "cover_best": -1.2734,
    "weighted_cover": -1.0573,
    "weighted_cover_best": 0.4121,
    "bigrams": 0.0045,
    "trigrams": -0.5328,
    "run": 1.2363,
    "new": -0.3583,
    "new_weight": -0.2962,
    "new_hard_weight": 0.7501,
    "new_best": 0.3218,
    "best_score": 0.7706,
    "length": 0.0009,
    "figures": -1.2961,
    "figures_matched": 1.2650,
    "figures_missing": 4.2188,
    "figures_wrong": 2.4884,
    "names": 0.2542,
    "unknown_names": 1.0457,
    "hedged": -0.2345,
    "denied": -0.7933,
    "new_at_start": -0.9874,
    "list_item": 0.4633,
    "copied_pairs": -3.0994,
    "named_elsewhere": 6.5679,
    "concludes": -0.7087,
}
COMMON = listed(
    """
    add addition affect allow alternative amount anoth answ app area avoid back bak bas benefit best bod
    bottom brief brown car caus chang check choos clean click complet condit consult contain cook cov
    creat cut day degr depend desir detail determin differenc different direct down dry due end ensur
    factor find first follow form gener get giv given good hand health heat help her high hop hour
    important inch includ increas inform instead instruct involv it keep know larg let level light lik
    long low main mak medium ment mention method minut mov need new no not oil one open opt oven overall
    pan part passag peopl pep person piec plac possibl preheat prepar prevent proces product profession
    provid quest reach recommend reduc remain remov requir rest result right salt season select serv set
    sever sid singl siz skin small specific start step suggest sur system tak temperatur therefor thr tim
    top treat turn two typ typic unabl use used using var variou want warm wat way well without work
    """
)
"""Stems in the answers to at least 6% of the sources, whatever they speak of."""
FAIRLY_COMMON = listed(
    """
    abil abl acces accord account achiev acid acros act activ actu addres adjust age air align along
    alread alway am among anyth apart appear applic apply appropriat ask associat attent automatic
    availabl averag awa bag balanc becom beef begin beyond blood blu boil bowl box break bring brush build
    burn but button call cannot careful cas cell cent certain chop cit clear clos coat cod cold color com
    combin common compan complete complex comput connect consid consider consum contact content context
    continu contribut control cool corn correct cost count cover crack crisp cruci cup current custom cycl
    dai damag dat data deep describ design develop devic diet difficult discuss diseas dish don don't done
    door doubl drain driv drop ear easi eat edg effect effectiv egg employ enough ent entir environ especi
    essenti even ever exact exampl exercis experienc explain extend fac fall fast fat featur feel feet
    field fil fill fin finish fish fit fiv flavor flow focu foil fold food found fre front fruit fry full
    funct garlic gas gent go goal golden govern green grill ground group grow guid guidanc half hard head
    healthcar height highlight histor hol hold hom hot human ice idea impact improv incom individu
    individual ingredient insert insid install intern issu joint juic key knif known last lat lay lead
    learn least leav left leg lemon length les lif lift like limit lin link list liv loc locat look los
    lung maintain man manag manage mark mat material mean measur meat medic melt menu met mild mix mixtur
    month mouth much multipl muscl nam natur necessar next non now numb nut occur off often old oliv onion
    onlin onto origin oth own pain pap particular pattern pay perform period physic pin pla plan plant
    plastic play pleas port posit pot potenti pound pour pow practic preferenc pres present press pressur
    primar problem process produc program promot prop proper propert protect protein pull purchas put qual
    quick rack rang rar rat read recip red ref regular regulat relat rememb repeat replac represent
    require return rid rins risk roast rol roll room rub rul run saf sauc sav say screen seal search
    second sect secur see seed seek separat seriou servic shap shar sheet short show sign significant sim
    similar simpl sit skill skillet sleep slic slight slow smok smooth soak soft softwar soil solut someon
    sor sourc spac specif split spot sprinkl sta stand stat stick still stir stop stor strong sugar summar
    summariz sun support surfac symptom tab tablespoon tap tax tend term test th thermomet thick thin
    third thorough throughout tip tissu togeth tool toward towel track transf trim try usu valu variet
    vegetabl vers vinegar visit vitamin wait wall wash weath websit week weight wheth whit whol wid window
    worth wrap you'r
    """
)
"""Stems in the answers to at least 2% of them."""
