/* Written by npm run types; do not edit. */
import type { Fields, Shape } from "../lib/fill";

export const SCHEMAS: Record<string, Fields> = {
 "AdviceTold": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "stage": "",
   "hand": "",
   "best": "",
   "margin": 0,
   "actions": []
  },
  "inner": {}
 },
 "Alert": {
  "defaults": {
   "seat": 0,
   "clauses": []
  },
  "inner": {}
 },
 "Amount": {
  "defaults": {
   "least": 0,
   "most": 0,
   "only": [],
   "equals": "",
   "times": [],
   "between": false
  },
  "inner": {}
 },
 "Area": {
  "defaults": {
   "seat": 0,
   "angle": 0,
   "shape": "rectangle",
   "label": "",
   "cards": 0,
   "pitch": 0,
   "meters": [],
   "equals": "",
   "clauses": []
  },
  "inner": {}
 },
 "AwardRejected": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "AwardTakenBack": {
  "defaults": {
   "clauses": [],
   "meter": ""
  },
  "inner": {}
 },
 "AwardValidated": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "BetHold": {
  "defaults": {
   "theoretical": null
  },
  "inner": {}
 },
 "BetPlaced": {
  "defaults": {
   "clauses": [],
   "match_play": {},
   "instrument": "chips"
  },
  "inner": {}
 },
 "BetPriced": {
  "defaults": {
   "progressive": null
  },
  "inner": {
   "progressive": "ProgressivePriced"
  }
 },
 "BetsClosed": {
  "defaults": {
   "clauses": [],
   "says": "",
   "contributions": {},
   "order": ""
  },
  "inner": {}
 },
 "BonusHandedOver": {
  "defaults": {
   "clauses": [],
   "pays": {}
  },
  "inner": {}
 },
 "CardsEntered": {
  "defaults": {
   "clauses": [],
   "alerts": []
  },
  "inner": {
   "alerts": {
    "list": "Alert"
   }
  }
 },
 "Column": {
  "defaults": {
   "kind": "text"
  },
  "inner": {}
 },
 "Corrected": {
  "defaults": {
   "clauses": [],
   "player": "",
   "wagers": null,
   "wagers_before": {},
   "decision": null,
   "amount": 0,
   "amount_before": 0,
   "times": 0,
   "cards": null,
   "contributions": {}
  },
  "inner": {}
 },
 "CoverAllSettled": {
  "defaults": {
   "clauses": []
  },
  "inner": {
   "results": {
    "map": "Result"
   }
  }
 },
 "Day": {
  "defaults": {
   "shift": 0,
   "fills": 0,
   "credits": 0,
   "drop": 0,
   "closing": null,
   "closed_at": null
  },
  "inner": {}
 },
 "DayTold": {
  "defaults": {},
  "inner": {
   "day": "Day"
  }
 },
 "DealerRevealed": {
  "defaults": {
   "clauses": [],
   "says": "",
   "left_exposed": false
  },
  "inner": {}
 },
 "DealerView": {
  "defaults": {
   "cards": "",
   "hidden": 0,
   "revealed": false,
   "hand": "",
   "best": ""
  },
  "inner": {}
 },
 "Dealt": {
  "defaults": {
   "clauses": []
  },
  "inner": {
   "packets": {
    "list": "DealtPacket"
   }
  }
 },
 "DealtPacket": {
  "defaults": {
   "up": false,
   "cards": ""
  },
  "inner": {}
 },
 "Decided": {
  "defaults": {
   "clauses": [],
   "amount": 0,
   "times": 0,
   "alerts": []
  },
  "inner": {
   "alerts": {
    "list": "Alert"
   }
  }
 },
 "DecidedAward": {
  "defaults": {
   "reason": ""
  },
  "inner": {}
 },
 "DecidedPage": {
  "defaults": {},
  "inner": {
   "found": {
    "list": "DecidedAward"
   }
  }
 },
 "DecisionValued": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "hand": "",
   "ante": 0,
   "best": "",
   "choices": []
  },
  "inner": {}
 },
 "DeckChanged": {
  "defaults": {
   "clauses": [],
   "reason": ""
  },
  "inner": {}
 },
 "Done": {
  "defaults": {
   "done": true
  },
  "inner": {}
 },
 "DrillJudged": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "street": "",
   "hand": "",
   "action": "",
   "right": false,
   "best": "",
   "margin": 0,
   "cost": 0,
   "actions": [],
   "score": []
  },
  "inner": {}
 },
 "DrillTold": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "street": "",
   "cards": "",
   "board": "",
   "up": "",
   "choices": []
  },
  "inner": {}
 },
 "EventsTold": {
  "defaults": {},
  "inner": {
   "events": {
    "list": {
     "defaults": {},
     "inner": {
      "event": {
       "tag": "kind",
       "of": {
        "table_opened.v1": "TableOpened",
        "rules_adopted.v1": "RulesAdopted",
        "table_idle.v1": "TableIdle",
        "table_closed.v1": "TableClosed",
        "step_done.v1": "StepDone",
        "steps_not_applicable.v1": "StepsNotApplicable",
        "counted.v1": "table_events_Counted",
        "shuffled.v1": "Shuffled",
        "deck_changed.v1": "DeckChanged",
        "method_changed.v1": "MethodChanged",
        "shuffle_ordered.v1": "ShuffleOrdered",
        "overridden.v1": "Overridden",
        "player_sat.v1": "PlayerSat",
        "player_left.v1": "PlayerLeft",
        "bet_placed.v1": "BetPlaced",
        "bets_closed.v1": "BetsClosed",
        "dealt.v1": "Dealt",
        "cards_entered.v1": "CardsEntered",
        "decided.v1": "Decided",
        "bonus_handed_over.v1": "BonusHandedOver",
        "dealer_revealed.v1": "DealerRevealed",
        "hand_shown.v1": "HandShown",
        "seat_settled.v1": "SeatSettled",
        "cover_all_settled.v1": "CoverAllSettled",
        "round_settled.v1": "RoundSettled",
        "round_ended.v1": "RoundEnded",
        "award_validated.v1": "AwardValidated",
        "award_rejected.v1": "AwardRejected",
        "award_taken_back.v1": "AwardTakenBack",
        "winners_ordered.v1": "WinnersOrdered",
        "irregularity_found.v1": "IrregularityFound",
        "corrected.v1": "Corrected",
        "resettled.v1": "Resettled"
       }
      }
     }
    }
   },
   "view": "View"
  }
 },
 "Filing": {
  "defaults": {
   "filed": ""
  },
  "inner": {}
 },
 "FloorDetail": {
  "defaults": {},
  "inner": {
   "table": "FloorTable"
  }
 },
 "FloorTable": {
  "defaults": {},
  "inner": {
   "step": "StepView",
   "found": {
    "list": "Found"
   },
   "alerts": {
    "list": "Alert"
   },
   "limits": {
    "list": "Amount"
   }
  }
 },
 "Found": {
  "defaults": {
   "settled": [],
   "deck": "stays",
   "seat": 0
  },
  "inner": {}
 },
 "FoundTold": {
  "defaults": {
   "words": "",
   "clauses": []
  },
  "inner": {}
 },
 "GameTold": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "odds": null
  },
  "inner": {}
 },
 "HandShown": {
  "defaults": {
   "clauses": [],
   "says": "",
   "left_exposed": false
  },
  "inner": {}
 },
 "HeatMap": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "grid": []
  },
  "inner": {}
 },
 "Hold": {
  "defaults": {
   "theoretical": null,
   "band": null,
   "within": null,
   "bets": [],
   "progressive_staked": 0,
   "progressive_paid": 0,
   "contributed": 0,
   "without_amounts": 0,
   "unpriced": "",
   "shifts": [],
   "by_chips": null,
   "by_rounds": null,
   "difference": null
  },
  "inner": {
   "bets": {
    "list": "BetHold"
   }
  }
 },
 "HouseSettings": {
  "defaults": {
   "tax_form": 120000,
   "day_starts": 0
  },
  "inner": {}
 },
 "Inscription": {
  "defaults": {
   "radius": 0,
   "turn": 0,
   "clauses": []
  },
  "inner": {}
 },
 "IrregularityFound": {
  "defaults": {
   "clauses": [],
   "settled": [],
   "forfeits": false,
   "deck": "stays",
   "seat": 0,
   "cards": "",
   "count": 0,
   "note": ""
  },
  "inner": {}
 },
 "JobTold": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": ""
  },
  "inner": {}
 },
 "LastView": {
  "defaults": {
   "board": ""
  },
  "inner": {
   "seats": {
    "list": "SeatView"
   },
   "dealer": "DealerView"
  }
 },
 "LaterTold": {
  "defaults": {},
  "inner": {
   "event": {
    "tag": "kind",
    "of": {
     "table_opened.v1": "TableOpened",
     "rules_adopted.v1": "RulesAdopted",
     "table_idle.v1": "TableIdle",
     "table_closed.v1": "TableClosed",
     "step_done.v1": "StepDone",
     "steps_not_applicable.v1": "StepsNotApplicable",
     "counted.v1": "table_events_Counted",
     "shuffled.v1": "Shuffled",
     "deck_changed.v1": "DeckChanged",
     "method_changed.v1": "MethodChanged",
     "shuffle_ordered.v1": "ShuffleOrdered",
     "overridden.v1": "Overridden",
     "player_sat.v1": "PlayerSat",
     "player_left.v1": "PlayerLeft",
     "bet_placed.v1": "BetPlaced",
     "bets_closed.v1": "BetsClosed",
     "dealt.v1": "Dealt",
     "cards_entered.v1": "CardsEntered",
     "decided.v1": "Decided",
     "bonus_handed_over.v1": "BonusHandedOver",
     "dealer_revealed.v1": "DealerRevealed",
     "hand_shown.v1": "HandShown",
     "seat_settled.v1": "SeatSettled",
     "cover_all_settled.v1": "CoverAllSettled",
     "round_settled.v1": "RoundSettled",
     "round_ended.v1": "RoundEnded",
     "award_validated.v1": "AwardValidated",
     "award_rejected.v1": "AwardRejected",
     "award_taken_back.v1": "AwardTakenBack",
     "winners_ordered.v1": "WinnersOrdered",
     "irregularity_found.v1": "IrregularityFound",
     "corrected.v1": "Corrected",
     "resettled.v1": "Resettled"
    }
   }
  }
 },
 "Layout": {
  "defaults": {
   "unit": "mm"
  },
  "inner": {
   "areas": {
    "list": "Area"
   },
   "inscriptions": {
    "list": "Inscription"
   },
   "tables": {
    "list": "OddsTable"
   },
   "filing": "Filing"
  }
 },
 "ListingTold": {
  "defaults": {},
  "inner": {
   "settings": "Settings"
  }
 },
 "MeterAward": {
  "defaults": {
   "reseeded": 0,
   "below_initial": false
  },
  "inner": {}
 },
 "MethodChanged": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "OddsTable": {
  "defaults": {
   "columns": [],
   "x": 0,
   "y": 0,
   "width": 0,
   "height": 0,
   "size": 0,
   "clauses": []
  },
  "inner": {}
 },
 "Offer": {
  "defaults": {
   "seat": 0,
   "name": "",
   "prompt": "",
   "says": "",
   "amounts": [],
   "clauses": [],
   "by_system": false,
   "player": "",
   "asks": [],
   "consequence": ""
  },
  "inner": {
   "amounts": {
    "list": "Amount"
   },
   "asks": {
    "list": "Amount"
   }
  }
 },
 "Overridden": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "Page": {
  "defaults": {},
  "inner": {
   "found": {
    "list": "Significant"
   }
  }
 },
 "Person": {
  "defaults": {
   "locked_until": 0
  },
  "inner": {}
 },
 "PlayerLeft": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "PlayerSat": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "PracticeTold": {
  "defaults": {},
  "inner": {
   "decisions": {
    "list": "DecisionValued"
   }
  }
 },
 "PriceTold": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "price": null
  },
  "inner": {
   "price": "BetPriced"
  }
 },
 "ProgressivePriced": {
  "defaults": {
   "break_even_as_played": null,
   "long_run": null,
   "envy": null
  },
  "inner": {
   "as_played": "JobTold"
  }
 },
 "Replayed": {
  "defaults": {
   "records": 0,
   "tables": 0,
   "rounds": 0,
   "links": 0,
   "seeds": 0
  },
  "inner": {}
 },
 "Resettled": {
  "defaults": {
   "clauses": [],
   "awards_back": [],
   "awards": [],
   "locked": false
  },
  "inner": {}
 },
 "ResettlementFacts": {
  "defaults": {},
  "inner": {
   "wagers": {
    "list": "Amount"
   }
  }
 },
 "Result": {
  "defaults": {
   "hand": "",
   "pays": ""
  },
  "inner": {}
 },
 "RoundEnded": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "RoundReplayed": {
  "defaults": {},
  "inner": {
   "start": "View",
   "steps": {
    "list": "StepTold"
   },
   "later": {
    "list": "LaterTold"
   }
  }
 },
 "RoundSettled": {
  "defaults": {
   "clauses": [],
   "returned_contributions": {},
   "readings": [],
   "digest": ""
  },
  "inner": {
   "envy": {
    "map": "Result"
   }
  }
 },
 "RulesAdopted": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "RulesTold": {
  "defaults": {},
  "inner": {
   "wagers": {
    "list": "WagerTables"
   }
  }
 },
 "SearchTold": {
  "defaults": {},
  "inner": {
   "found": {
    "list": "FoundTold"
   }
  }
 },
 "SeatSettled": {
  "defaults": {
   "clauses": [],
   "part": "all",
   "awards": [],
   "pending": false,
   "meters": {},
   "alerts": []
  },
  "inner": {
   "results": {
    "map": "Result"
   },
   "awards": {
    "list": "MeterAward"
   },
   "alerts": {
    "list": "Alert"
   }
  }
 },
 "SeatView": {
  "defaults": {
   "wagers": {},
   "match_play": {},
   "action": "",
   "amount": 0,
   "times": 0,
   "cards": "",
   "hidden": 0,
   "hand": "",
   "best": "",
   "shown": false,
   "racked": false,
   "void": "",
   "forfeited": "",
   "settled": "",
   "results": {},
   "odds": {},
   "net": 0
  },
  "inner": {
   "results": {
    "map": "Result"
   }
  }
 },
 "Settings": {
  "defaults": {
   "link": "",
   "betting_ms": 15000,
   "all_bet_ms": 0,
   "decision_ms": 30000,
   "demo": false,
   "aids": true,
   "amounts": true
  },
  "inner": {}
 },
 "ShuffleOrdered": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "Shuffled": {
  "defaults": {
   "clauses": [],
   "commitment": "",
   "order": ""
  },
  "inner": {}
 },
 "Significant": {
  "defaults": {
   "table": "",
   "link": "",
   "clauses": []
  },
  "inner": {}
 },
 "Slip": {
  "defaults": {
   "reason": "",
   "meter": "",
   "share": 0,
   "before": 0,
   "after": 0,
   "link": "",
   "number": 0,
   "people": [],
   "clauses": [],
   "tax_form": 120000,
   "electronic": true
  },
  "inner": {}
 },
 "StepDone": {
  "defaults": {
   "clauses": [],
   "says": "",
   "back": ""
  },
  "inner": {}
 },
 "StepTold": {
  "defaults": {},
  "inner": {
   "event": {
    "tag": "kind",
    "of": {
     "table_opened.v1": "TableOpened",
     "rules_adopted.v1": "RulesAdopted",
     "table_idle.v1": "TableIdle",
     "table_closed.v1": "TableClosed",
     "step_done.v1": "StepDone",
     "steps_not_applicable.v1": "StepsNotApplicable",
     "counted.v1": "table_events_Counted",
     "shuffled.v1": "Shuffled",
     "deck_changed.v1": "DeckChanged",
     "method_changed.v1": "MethodChanged",
     "shuffle_ordered.v1": "ShuffleOrdered",
     "overridden.v1": "Overridden",
     "player_sat.v1": "PlayerSat",
     "player_left.v1": "PlayerLeft",
     "bet_placed.v1": "BetPlaced",
     "bets_closed.v1": "BetsClosed",
     "dealt.v1": "Dealt",
     "cards_entered.v1": "CardsEntered",
     "decided.v1": "Decided",
     "bonus_handed_over.v1": "BonusHandedOver",
     "dealer_revealed.v1": "DealerRevealed",
     "hand_shown.v1": "HandShown",
     "seat_settled.v1": "SeatSettled",
     "cover_all_settled.v1": "CoverAllSettled",
     "round_settled.v1": "RoundSettled",
     "round_ended.v1": "RoundEnded",
     "award_validated.v1": "AwardValidated",
     "award_rejected.v1": "AwardRejected",
     "award_taken_back.v1": "AwardTakenBack",
     "winners_ordered.v1": "WinnersOrdered",
     "irregularity_found.v1": "IrregularityFound",
     "corrected.v1": "Corrected",
     "resettled.v1": "Resettled"
    }
   },
   "view": "View"
  }
 },
 "StepView": {
  "defaults": {
   "prompt": "",
   "says": "",
   "clauses": [],
   "seat": 0,
   "place": 0,
   "of": 0
  },
  "inner": {}
 },
 "StepsNotApplicable": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "Strategy": {
  "defaults": {},
  "inner": {
   "sections": {
    "list": {
     "tag": "type",
     "of": {
      "table": "Table"
     }
    }
   }
  }
 },
 "StrategyTold": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "strategy": null
  },
  "inner": {
   "strategy": "Strategy"
  }
 },
 "SubmissionTold": {
  "defaults": {
   "text": ""
  },
  "inner": {}
 },
 "Table": {
  "defaults": {
   "detail": false
  },
  "inner": {
   "columns": {
    "list": "Column"
   }
  }
 },
 "TableCard": {
  "defaults": {},
  "inner": {
   "limits": {
    "list": "Amount"
   }
  }
 },
 "TableClosed": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "TableIdle": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "TableOpened": {
  "defaults": {
   "clauses": [],
   "amounts": true
  },
  "inner": {}
 },
 "TablePrinted": {
  "defaults": {
   "stakes": []
  },
  "inner": {}
 },
 "TableTold": {
  "defaults": {},
  "inner": {
   "view": "View"
  }
 },
 "VerifyTold": {
  "defaults": {
   "done": 0,
   "total": 0,
   "problem": "",
   "at": 0,
   "by": "",
   "whole": false,
   "replayed": null,
   "checkpoints": 0,
   "signed": 0,
   "position": 0,
   "findings": [],
   "number_found": 0,
   "begun": true
  },
  "inner": {
   "replayed": "Replayed"
  }
 },
 "View": {
  "defaults": {
   "rules": "",
   "title": "",
   "step": null,
   "round": 0,
   "positions": 0,
   "seats": [],
   "dealer": {},
   "board": "",
   "stub": 52,
   "discards": 0,
   "bets_open": false,
   "wagers": [],
   "amounts": true,
   "by_hand": [],
   "deck_due": null,
   "stub_count_due": false,
   "mismatch": "",
   "found": [],
   "commitment": "",
   "pending": [],
   "offers": [],
   "last": null
  },
  "inner": {
   "step": "StepView",
   "seats": {
    "list": "SeatView"
   },
   "dealer": "DealerView",
   "wagers": {
    "list": "Amount"
   },
   "found": {
    "list": "Found"
   },
   "offers": {
    "list": "Offer"
   },
   "last": "LastView"
  }
 },
 "WagerTables": {
  "defaults": {},
  "inner": {
   "tables": {
    "list": "TablePrinted"
   }
  }
 },
 "Waiting": {
  "defaults": {
   "meter": "",
   "share": 0,
   "link": "",
   "number": 0,
   "since": 0
  },
  "inner": {}
 },
 "WinnersOrdered": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 },
 "floor_reports_hold_Report": {
  "defaults": {},
  "inner": {
   "tables": {
    "list": "Hold"
   },
   "dealers": {
    "list": "Hold"
   }
  }
 },
 "table_events_Counted": {
  "defaults": {
   "clauses": []
  },
  "inner": {}
 }
};

export const ANSWERS: Record<string, Shape> = {
 "post /api/session/end": "Done",
 "post /api/password/change": "Done",
 "post /api/password": "Done",
 "get /api/tables": {
  "list": "TableCard"
 },
 "get /api/tables/{table}": "TableTold",
 "get /api/tables/{table}/events": "EventsTold",
 "get /api/tables/{table}/layout": "Layout",
 "get /api/odds/rules": {
  "list": "RulesTold"
 },
 "post /api/odds/price": "PriceTold",
 "get /api/odds/game": "GameTold",
 "get /api/odds/strategy": "StrategyTold",
 "get /api/odds/heat-map": "HeatMap",
 "get /api/odds/advise": "AdviceTold",
 "get /api/odds/report": "JobTold",
 "get /api/practice/{table}": "PracticeTold",
 "post /api/practice-score/clear": "Done",
 "get /api/drill": "DrillTold",
 "post /api/drill": "DrillJudged",
 "get /api/tables/{table}/rounds/{round_number}": "RoundReplayed",
 "get /api/tables/{table}/rounds/{round_number}/resettlement": "ResettlementFacts",
 "get /api/jackpots": {
  "list": "Waiting"
 },
 "get /api/jackpots/{table}/{award}": "Slip",
 "post /api/cashier/issue": "Done",
 "post /api/cashier/take-back": "Done",
 "get /api/inventory/{table}": {
  "list": "DayTold"
 },
 "post /api/inventory/{table}": "DayTold",
 "get /api/house/settings": "HouseSettings",
 "post /api/house/settings": "HouseSettings",
 "get /api/floor": {
  "list": "FloorTable"
 },
 "get /api/floor/{table}": "FloorDetail",
 "get /api/jackpots/decided": "DecidedPage",
 "get /api/significant": "Page",
 "get /api/hold": "floor_reports_hold_Report",
 "get /api/audit/search": "SearchTold",
 "get /api/audit/verify": "VerifyTold",
 "post /api/audit/verify": "VerifyTold",
 "get /api/submissions": {
  "list": "SubmissionTold"
 },
 "post /api/submissions": "SubmissionTold",
 "get /api/submissions/{name}/{version}": "SubmissionTold",
 "post /api/links": "Done",
 "post /api/links/{link}/rates": "Done",
 "get /api/listings": {
  "list": "ListingTold"
 },
 "post /api/listings": "ListingTold",
 "post /api/listings/{table}/settings": "ListingTold",
 "get /api/people": {
  "list": "Person"
 },
 "get /api/people/{person}": "Person",
 "patch /api/people/{person}": "Person",
 "post /api/people/{person}/unlock": "Done",
 "post /api/addresses/unlock": "Done",
 "post /api/sessions/{session_id}/revoke": "Done"
};
